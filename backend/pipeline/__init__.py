"""Connects the stages. `Pipeline.verify` is the place to start reading."""

from backend.pipeline.verify import Pipeline, Stages

__all__ = ["Pipeline", "Stages"]
