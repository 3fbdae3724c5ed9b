"""The constants of both search profiles.

Each constant names the original design and the section of docs/design.md that it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from backend.domain.claim import Mode
from backend.domain.constants import SOURCE, const
from backend.domain.search import Depth, SearchTier
from backend.domain.trust import Channel, SourceTier, UsePolicy

_POLICY = "002 #search-profiles"
_PHASES = "002 #search-profiles, phases A to D"
_STAGES = "004 #search-profiles, stages"
_PLANNER = "001 #queries: 2 to 4 queries; for main together what 000 allows"
_LOOP = "000 #search-loop"

AUTHORITATIVE = frozenset({Channel.AUTHORITATIVE})
CHOSEN = AUTHORITATIVE | {Channel.REPUTABLE_NEWS}
SUPPORTING = CHOSEN | {Channel.LOCAL_MEDIA, Channel.ORDINARY}
"""The channels that can support a claim. Unrated sites have the channel ORDINARY and, like local media, tier C
(docs/design.md#sources)."""
LEADS = frozenset({Channel.SOCIAL, Channel.LOW_RELIABILITY})
ALL_CHANNELS = SUPPORTING | LEADS


class PhaseId(StrEnum):
    """The search phases.

    A searches trusted news, A-origin searches fact-checkers, and D searches the whole web
    (docs/design.md#search-profiles).
    """

    A_LIGHT = "A-light"
    A = "A"
    A_ORIGIN = "A-origin"
    B = "B"
    C = "C"
    D = "D"


class StancePass(StrEnum):
    """Whether passages are judged once or twice."""

    SINGLE = "single"
    TWO_PASS = "two_pass"  # noqa: S105 - not a password


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """The part of the web that a phase searches, and the limits of the phase.

    `k`: the maximum number of new pages to read after each query. `results`: the number of results to request per query.
    `hop`: the round of queries to which the phase belongs, if the profile has that many rounds. `seconds`: the time, in
    seconds, for all queries of the phase, not counting the time for reading pages.
    """

    id: PhaseId = field(metadata={SOURCE: _PHASES})
    tier: SearchTier = field(metadata={SOURCE: _STAGES})
    channels: frozenset[Channel] = field(metadata={SOURCE: _PHASES})
    depth: Depth = field(metadata={SOURCE: _PHASES})
    k: int = field(metadata={SOURCE: _PHASES})
    results: int = field(metadata={SOURCE: _STAGES})
    hop: int = field(metadata={SOURCE: "ours #search-profiles: three hops over phases A to D (decision 0019)"})
    seconds: float = field(metadata={SOURCE: "ours: the deadline is divided (R3)"})
    fallback_locale: bool = field(default=False, metadata={SOURCE: _PHASES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Quality thresholds, 0..1, that the evidence must reach before a search may end with ENOUGH."""

    min_relevance: float = const(0.15, _POLICY)
    min_coverage: float = const(0.5, _POLICY)
    min_diversity: float = const(0.0, _POLICY)


@dataclass(frozen=True, slots=True, kw_only=True)
class SufficiencyThresholds:
    """The minimum amount of evidence before a search may end with ENOUGH."""

    quotes: int = const(1, _POLICY)
    domains: int = const(1, _POLICY)
    tier: SourceTier = const(SourceTier.C, _POLICY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """Limits on the evidence that a verdict may rest on."""

    max_confidence_without_quotes: float = const(0.5, _POLICY)
    forbid_context_as_support: bool = const(True, _POLICY)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """The limits for one atomic claim; 0 means no limit. A basic search costs 80 credits, an advanced search 160."""

    questions: int = const(6, _LOOP)
    credits: int = const(0, _POLICY)
    credits_basic: int = const(80, "002 #search-profiles, credits")
    credits_advanced: int = const(160, "002 #search-profiles, credits")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The conditions under which the search for a comparison ends early (docs/design.md#search-loop)."""

    rounds: int = const(2, _LOOP)
    max_diversity: float = const(0.10, _LOOP)
    calls: int = const(4, _LOOP)
    max_hits: int = const(2, _LOOP)
    min_trust: float = const(0.40, _LOOP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """A primary language and fallback languages that take precedence over those of the claim.

    If both are empty, the languages of the claim are used.
    """

    primary: str = const("", _POLICY)
    fallbacks: tuple[str, ...] = const((), _POLICY)
    default: str = const("en", "002 #search-profiles, locales")
    max_fallbacks: int = const(2, "002 #search-profiles, locales")


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The maximum number of queries per phase, including follow-ups."""

    a_light: int = const(1, "ours: a look at the authorities")
    a: int = const(2, _PLANNER)
    a_origin: int = const(1, _PLANNER)
    b: int = const(3, _PLANNER)
    c: int = const(2, _PLANNER)
    d: int = const(3, _PLANNER)

    def of(self, phase: PhaseId) -> int:
        """Return the maximum number of queries for one phase."""
        return int(getattr(self, phase.name.lower()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One search profile; the defaults are the values of the profile `main`.

    `engines`: the number of engines that must return results; after that, no further engine is queried.
    """

    mode: Mode = const(Mode.MAIN, _POLICY)
    search_depth: Depth = const(Depth.BASIC, _POLICY)
    max_results: int = const(3, f"{_POLICY}; {_LOOP} has the same 3 new URLs per query")
    max_hops: int = const(1, _POLICY)
    stance_pass: StancePass = const(StancePass.SINGLE, _POLICY)
    channels_allowed: frozenset[Channel] = const(SUPPORTING, _POLICY)
    lead_channels: frozenset[Channel] = const(LEADS, _POLICY)
    stop_on_sufficiency: bool = const(True, _POLICY)
    engines: int = const(1, "decision 0005")
    questions: Questions = Questions()
    quality: Quality = Quality()
    sufficiency: SufficiencyThresholds = SufficiencyThresholds()
    safety: Safety = Safety()
    budget: SearchBudget = SearchBudget()
    locale: Locale = Locale()
    comparison: Comparison = Comparison()

    def use(self, channel: Channel) -> UsePolicy:
        """Return how sites in this channel may be used for a claim (docs/design.md#sources)."""
        return UsePolicy.LEAD_ONLY if channel in self.lead_channels else UsePolicy.SUPPORT_OK


MAIN = Profile()
DEEP = Profile(
    mode=Mode.DEEP,
    search_depth=Depth.ADVANCED,
    max_results=7,
    max_hops=3,
    stance_pass=StancePass.TWO_PASS,
    channels_allowed=ALL_CHANNELS,
    questions=Questions(a_origin=2, d=4),
    engines=2,
    # Four queries in each of three iterations, as in one of the original designs (docs/design.md#queries).
    budget=SearchBudget(questions=12),
)
PROFILES: Mapping[Mode, Profile] = MappingProxyType({profile.mode: profile for profile in (MAIN, DEEP)})

_A, _FACT, _ALL = SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD
PHASES: Mapping[PhaseId, Phase] = MappingProxyType({
    phase.id: phase
    for phase in (
        Phase(id=PhaseId.A_LIGHT, tier=_A, channels=AUTHORITATIVE, depth=Depth.BASIC, k=2, results=8, hop=1, seconds=3.0),
        Phase(id=PhaseId.A, tier=_A, channels=CHOSEN, depth=Depth.BASIC, k=3, results=8, hop=1, seconds=6.0),
        Phase(id=PhaseId.A_ORIGIN, tier=_FACT, channels=CHOSEN, depth=Depth.BASIC, k=3, results=5, hop=1, seconds=5.0),
        Phase(id=PhaseId.B, tier=_ALL, channels=SUPPORTING, depth=Depth.ADVANCED, k=5, results=8, hop=2, seconds=9.0),
        Phase(
            id=PhaseId.C, tier=_A, channels=CHOSEN, depth=Depth.BASIC, k=3, results=8, hop=2, seconds=6.0, fallback_locale=True
        ),
        Phase(id=PhaseId.D, tier=_ALL, channels=ALL_CHANNELS, depth=Depth.ADVANCED, k=7, results=8, hop=3, seconds=9.0),
    )
})  # fmt: skip
