"""Builds the Services from the settings. No other module chooses concrete classes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from backend.acquire.chunks import cut_chunks
from backend.acquire.fetch import SafeFetcher
from backend.acquire.reader import Reader
from backend.acquire.resolve import ResolveMap
from backend.claims.classify import Classifier
from backend.claims.decompose import Decomposer
from backend.claims.model import ClaimModel
from backend.claims.spelling import Speller, vocabulary
from backend.claims.splitter import Splitter
from backend.claims.time_model import TimeFrameModel
from backend.domain.run import Run
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.domain.verdict import Fingerprint
from backend.errors import StorageError
from backend.graph.model import ModelReader
from backend.graph.rules import RuleReader
from backend.jobs.archive import archive_to
from backend.jobs.job_relay import JobRelay
from backend.jobs.refresh.build import Refresh
from backend.jobs.refresh.constants import RefreshConstants, default_queries
from backend.jobs.refresh.gather import Gatherer, RefreshTools
from backend.jobs.refresh.job import RefreshJob
from backend.jobs.refresh.schedule import Schedule
from backend.jobs.runner import JobLimits, JobRunner
from backend.knowledge.base import GraphReading, KnowledgeBase
from backend.knowledge.history import History
from backend.knowledge.job_board import JobBoard
from backend.knowledge.seeds import seed
from backend.knowledge.spending import DailyBudget, Purpose, Spending
from backend.knowledge.startup import Servers, open_knowledge, open_stores
from backend.pipeline import Pipeline, Stages
from backend.pipeline.citation import CitationChecker
from backend.pipeline.fingerprint import Models, at_this_moment, fingerprint
from backend.pipeline.policy import Policy
from backend.pipeline.scan import PageScanner
from backend.pipeline.tools import GatherTools
from backend.ports import Allowance, Embedder, PageFetcher, Verifier
from backend.providers.budget import BudgetedLanguageModel
from backend.providers.cascade import CascadeVerifier
from backend.providers.embedder import OnnxEmbedder
from backend.providers.llm import OpenAILanguageModel
from backend.providers.onnx_model import JUDGE, SPLITTER
from backend.providers.sentence_transformers_models import SentenceTransformerEmbedder, SentenceTransformerVerifier
from backend.providers.tagger import OnnxTagger
from backend.providers.verifier import OnnxVerifier
from backend.rank.settings import RankProfile
from backend.search.breaker import Breaker
from backend.search.engines import build_engines
from backend.search.engines.feeds import Feeds
from backend.search.follow_up import FollowUp
from backend.search.memory import FileMemory
from backend.search.policy import SearchPolicy
from backend.search.searcher import Searcher
from backend.settings import Settings
from backend.sources.reader import ReaderSources
from backend.sources.registry import SourceRegistry
from backend.stance.judge import Judge
from backend.stance.second_reading import SecondReader
from backend.stance.tie_break import TieBreaker
from backend.verdict.decider import shipped
from backend.verdict.wording import Wording

MODELS = Path(__file__).parent / "models"
PROMPTS = Path(__file__).parent / "providers" / "prompts"
FEED_ARTICLES, FEED_TIMEOUT_S = 120, 10.0
"""Maximum number of feed articles that a refresh starts with, and the time limit for the feeds in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """All objects that live as long as the process. `close` closes them in the right order."""

    settings: Settings
    pipeline: Pipeline
    knowledge: KnowledgeBase
    history: History
    jobs: JobRunner
    searcher: Searcher
    sources: ReaderSources
    freshness: Schedule
    budget: DailyBudget
    scanner: PageScanner
    citations: CitationChecker
    embedder_id: str
    verifier_id: str
    llm_id: str

    def close(self) -> None:
        """Stop the workers, then close the stores."""
        self.freshness.close()
        self.jobs.close()
        self.history.close()
        self.knowledge.close()


def load_embedder(settings: Settings) -> Embedder:
    """Return the configured embedder or, by default, the bundled one."""
    if settings.embedder:
        return SentenceTransformerEmbedder(settings.embedder, offline=settings.offline)
    return OnnxEmbedder(MODELS / "embedder", settings.threads)


def load_claim_model(settings: Settings, embedder: Embedder) -> ClaimModel:
    """Return the bundled claim model, which uses the bundled embedder even if another embedder ranks passages."""
    claim_embedder = OnnxEmbedder(MODELS / "embedder", settings.threads) if settings.embedder else embedder
    return ClaimModel(MODELS / "claims", claim_embedder)


def page_fetcher(settings: Settings) -> PageFetcher:
    """Return the fetcher of public pages, which refuses private addresses."""
    return SafeFetcher(ResolveMap.parse(settings.resolve))


def load_verifier(settings: Settings) -> Verifier:
    """Return the configured verifier or, by default, the two bundled verifiers as a cascade."""
    if settings.verifier:
        return SentenceTransformerVerifier(settings.verifier, offline=settings.offline)
    screen, judge = (OnnxVerifier(MODELS / name, settings.threads) for name in ("verifier", JUDGE))
    return CascadeVerifier(screen, judge)


class BundledModels(NamedTuple):
    """The models of this process. Several `Services` in the process may share them."""

    embedder: Embedder
    verifier: Verifier
    claim_model: ClaimModel
    splitter: Splitter


def load_models(settings: Settings) -> BundledModels:
    """Load all models. Raises ModelError."""
    embedder = load_embedder(settings)
    splitter = Splitter(OnnxTagger(MODELS / SPLITTER, settings.threads))
    return BundledModels(embedder, load_verifier(settings), load_claim_model(settings, embedder), splitter)


def load_llm(settings: Settings) -> BudgetedLanguageModel | None:
    """Return the configured LLM with its budget, or None if there is none or offline mode excludes a remote LLM."""
    if not settings.llm_configured or (settings.offline and not settings.llm_is_local):
        return None
    model = OpenAILanguageModel(settings)
    # Importing the client library takes a second. Import it now to spare the user the wait.
    threading.Thread(target=model.warm_up, name="llm-warm-up", daemon=True).start()
    budgeted = BudgetedLanguageModel(model, settings.llm_calls_per_claim)
    model.tell(budgeted.note, budgeted.take)
    return budgeted


def daily_budget(settings: Settings, spending: Spending, llm: BudgetedLanguageModel | None) -> DailyBudget:
    """Return the daily budget, and apply its limits to the LLM."""
    budget = DailyBudget(
        searches=spending.allowance(Purpose.SEARCHES, settings.searches_per_day),
        llm_calls=spending.allowance(Purpose.LLM_CALLS, settings.llm_calls_per_day),
        llm_tokens=spending.allowance(Purpose.LLM_TOKENS, settings.llm_tokens_per_day),
    )
    if llm:
        llm.limit(day=budget.llm_calls, tokens=budget.llm_tokens)
    return budget


def graph_reading(settings: Settings, llm: BudgetedLanguageModel | None) -> GraphReading:
    """Return the graph's readers: rules for all trusted passages, and the LLM, if any, for passages found for claims."""
    model = (ModelReader(llm, settings.llm_timeout_s),) if llm else ()
    return GraphReading(readers=(RuleReader(), *model), calls_per_day=settings.llm_graph_calls_per_day)


def build_searcher(settings: Settings, sources: SourceRegistry, day: Allowance | None = None) -> Searcher:
    """Return the search engines in order, with a breaker whose state survives restarts. Offline mode has no engines."""
    engines = () if settings.offline else build_engines(settings)
    breaker = Breaker(FileMemory(settings.data_dir / "engines.json"))
    return Searcher(engines, breaker, SearchPolicy(sources), timeout_s=settings.search_timeout_s, day=day)


def build(settings: Settings, *, url: str = "", models: BundledModels | None = None) -> Services:
    """Load the models, open the knowledge base and start the workers. Raises ConfigurationError or ModelError.

    Adds the seed facts unless the settings forbid it, and replaces an unwritable data folder with a temporary folder.
    `url` is the address that the service will listen on, or "" if it will not listen. If `models` is given, no models
    are loaded.
    """
    sources = ReaderSources.open(settings.sources_file, settings.data_dir)
    registry = sources.registry
    loaded, llm = models or load_models(settings), load_llm(settings)
    embedder, verifier, claim_model = loaded.embedder, loaded.verifier, loaded.claim_model
    frames = TimeFrameModel(MODELS / "time-frame", claim_model.embedder)
    claim_models = " ".join(model.model_id for model in (claim_model, frames, loaded.splitter))
    names = Models(claim_models, embedder.model_id, verifier.model_id, llm.model_id if llm else "")
    process_fingerprint = fingerprint(settings, names, PROMPTS)
    reading, servers = graph_reading(settings, llm), Servers.of(settings)
    stores = open_stores(
        settings.data_dir,
        lambda at: _set_up(settings, open_knowledge(at, embedder, registry, url=url, reading=reading, servers=servers)),
    )
    knowledge, history = stores.knowledge, stores.history
    settings = settings.model_copy(update={"data_dir": stores.folder})
    budget = daily_budget(settings, knowledge.spending, llm)
    searcher = build_searcher(settings, registry, budget.searches)
    tools = _gather_tools(settings, knowledge, searcher, registry, PassageModels(embedder, verifier, llm))
    stages = _build_stages(settings, tools, loaded, llm, process_fingerprint)
    pipeline = Pipeline(
        replace(stages, earlier=partial(_last_label, history), time_frames=frames.read, spelling=_speller(claim_model))
    )
    return Services(
        settings=settings,
        pipeline=pipeline,
        knowledge=knowledge,
        history=history,
        jobs=JobRunner(
            pipeline.verify, limits=job_limits(settings), archive=archive_to(history), relay=relay_for(knowledge)
        ),
        searcher=searcher,
        sources=sources,
        freshness=build_freshness(settings, tools),
        budget=budget,
        scanner=PageScanner(claim_model),
        citations=CitationChecker(tools, offline=settings.offline),
        embedder_id=names.embedder,
        verifier_id=names.verifier,
        llm_id=names.llm,
    )


def _speller(claim_model: ClaimModel) -> Callable[[str, Sequence[str]], str]:
    """Return the spelling correction, which uses the vocabulary and the vectors of the bundled embedder."""
    return Speller(vocabulary(MODELS / "embedder"), claim_model.embedder).read


class PassageModels(NamedTuple):
    """The models that process passages."""

    embedder: Embedder
    verifier: Verifier
    llm: BudgetedLanguageModel | None


def _gather_tools(
    settings: Settings, knowledge: KnowledgeBase, searcher: Searcher, registry: SourceRegistry, loaded: PassageModels
) -> GatherTools:
    """Return the collaborators of the search loop for one atomic claim."""
    return GatherTools(
        knowledge=knowledge,
        registry=registry,
        embedder=loaded.embedder,
        searcher=searcher,
        reader=Reader(page_fetcher(settings)),
        judge=Judge(loaded.verifier),
        second_reader=SecondReader(loaded.verifier),
        tie_breaker=TieBreaker(loaded.llm, settings.llm_timeout_s),
        follow_up=FollowUp(loaded.llm, settings.llm_timeout_s),
        now=lambda: datetime.now(UTC),
        recall_k=settings.recall_k,
        pages_per_tier=settings.pages_per_tier,
        ranking=RankProfile(settings.ranking),
        policy=Policy(weights=shipped(), risk=settings.risk),
    )


def _build_stages(
    settings: Settings,
    tools: GatherTools,
    models: BundledModels,
    llm: BudgetedLanguageModel | None,
    process_fingerprint: Fingerprint,
) -> Stages:
    """Return the stages of the pipeline."""
    return Stages(
        classifier=Classifier(llm, model=models.claim_model, timeout_s=settings.llm_timeout_s),
        decomposer=Decomposer(llm, models.splitter, timeout_s=settings.llm_timeout_s),
        tools=tools,
        wording=Wording(llm, settings.llm_timeout_s),
        fingerprint=lambda: at_this_moment(process_fingerprint, tools.registry.digest, tools.knowledge.last_revision),
        offline=settings.offline,
        budget=llm.for_one_claim if llm else nullcontext,
    )


def build_freshness(settings: Settings, tools: GatherTools) -> Schedule:
    """Return the schedule of the refresh of current affairs, with the refresh job."""
    figures, current = RefreshConstants(), tools.knowledge.current
    feeds = next((engine for engine in tools.searcher.engines if isinstance(engine, Feeds)), None)
    parts = RefreshTools(
        searcher=tools.searcher,
        reader=Reader(page_fetcher(settings), cut=cut_chunks),
        registry=tools.registry,
        latest=partial(_latest_articles, feeds) if feeds else None,
        now=tools.now,
    )
    refresh = Refresh(
        current,
        Gatherer(parts, settings.refresh_list or default_queries(), figures),
        figures,
        renewed=tools.knowledge.read_for_graph,
    )
    job = RefreshJob(refresh, current, clock=tools.now, seconds=figures.seconds, offline=settings.offline)
    return Schedule(job, hours=settings.refresh_hours, clock=tools.now)


def _latest_articles(feeds: Feeds, run: Run) -> tuple[SearchResult, ...]:
    """Return the newest articles from trusted outlets."""
    wanted = SearchQuery(text="", tier=SearchTier.TRUSTED, limit=FEED_ARTICLES)
    return feeds.latest(wanted, timeout_s=FEED_TIMEOUT_S, stop=lambda: run.cancelled)


def relay_for(knowledge: KnowledgeBase) -> JobRelay | None:
    """Return the relay through which other backends follow this backend's jobs, or None without a shared database."""
    shared = knowledge.shared_record
    return JobRelay(JobBoard(shared)) if shared else None


def job_limits(settings: Settings) -> JobLimits:
    """Return the limits of the job runner from the settings."""
    return JobLimits(workers=settings.workers, queue_size=settings.queue_size, deadline_s=settings.deadline_s)


def _last_label(history: History, claim: str) -> str:
    """Return the label of the last verdict on the claim, or "" if there is none or the history cannot be read."""
    try:
        found = history.latest(claim)
    except StorageError:
        return ""
    return found.verdict if found else ""


def _set_up(settings: Settings, knowledge: KnowledgeBase) -> KnowledgeBase:
    """Set the disk limit of the knowledge base and, unless the settings forbid it, add the seed facts."""
    try:
        knowledge.limit(settings.knowledge_cap_bytes)
        if settings.seed_facts:
            seed(knowledge)
    except StorageError:
        knowledge.close()
        raise
    return knowledge
