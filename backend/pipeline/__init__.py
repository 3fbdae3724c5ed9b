"""The one place where the stages meet; `Pipeline.verify` reads like a table of contents."""

from backend.pipeline.verify import Pipeline, Stages

__all__ = ["Pipeline", "Stages"]
