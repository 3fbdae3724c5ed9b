"""Connects the stages; start reading at `Pipeline.verify`."""

from backend.pipeline.verify import Pipeline, Stages

__all__ = ["Pipeline", "Stages"]
