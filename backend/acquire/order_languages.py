"""Detects prompt injections in 14 languages other than English.

The detection looks for certain groups of words close together in one sentence. Ordinary reports can contain some of
these words ("Der Fahrer ignoriert alle Anweisungen"). In an injection, the verb is an imperative (at the start of the
sentence, in languages that put it there), and the sentence says what to answer instead. The running time is linear in
the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SENTENCE_END = re.compile(r"[.!?。！？\n]")
_CLOSE_CHARACTERS = 250
"""The maximum distance, in characters, between the ends of the first and last matches of the four groups: about two
clauses."""
_START = r"(?:^|[:;\"“„«>(])[^\w:;\"“„«>(]*"


@dataclass(frozen=True, slots=True)
class _LanguagePatterns:
    """The patterns for one language: plain words, at least one of which must occur, and four regular expressions."""

    instructed: tuple[str, ...]
    groups: tuple[re.Pattern[str], ...]


def _language_patterns(
    forget: str, earlier: str, instructed: str, answer: str, *, first: bool = True
) -> _LanguagePatterns:
    """Build the patterns for one language.

    `first` says whether the word meaning "forget" must start its sentence. The patterns are normalised (NFKC), like the
    text that `deobfuscated` returns.
    """
    forget = rf"{_START}(?:{forget})" if first else forget
    groups = [unicodedata.normalize("NFKC", group) for group in (forget, earlier, instructed, answer)]
    return _LanguagePatterns(tuple(groups[2].split("|")), tuple(re.compile(group, re.IGNORECASE) for group in groups))


_LANGUAGES = (
    _language_patterns(
        r"(?:bitte )?(?:ignoriere?|ignoriert|ignorieren sie|missachten? sie|missachte|vergiss|vergesst|vergessen sie)\b",
        r"vorherig|bisherig|obig|\bvorig|\bfrüher|\balle\b",
        "anweisung|instruktion|befehl|vorgabe",
        r"\bantwort|behauptung|\baussage|\bdu\b|\bdein|\bwahr\b|\bfalsch\b",
    ),
    _language_patterns(
        r"(?:veuillez )?(?:ignore[rz]?|oublie[rz]?|ne tenez pas compte)\b",
        r"précédent|antérieur|ci-dessus|\btoutes\b",
        "instruction|consigne|directive",
        r"\brépon[ds]|affirmation|\btu\b|\btes\b|\bvotre\b|\bvos\b|\bvraie?\b|\bfausse\b",
    ),
    _language_patterns(
        r"(?:por favor,? )?(?:ignor[ae]n?|olvid[ae]n?|descarta)\b",
        r"anterior|previa|\btodas\b",
        "instruccion|indicacion|órden",
        r"\brespond|\brespuesta|afirmación|\btus?\b|\bverdad|\bfals[oa]\b",
    ),
    _language_patterns(
        r"(?:ignora(?:te)?|dimentica(?:te)?|trascura(?:te)?)\b",
        r"precedent|anterior|\btutte\b",
        "istruzion|indicazion|direttiv",
        r"\brispond|\brispost|affermazione|\btu[ao]\b|\bver[oa]\b|\bfals[oa]\b",
    ),
    _language_patterns(
        r"(?:por favor,? )?(?:ignorem?|esqueçam?|desconsiderem?)\b",
        r"anterior|prévia|\btodas\b",
        "instruç|orientaç|ordens",
        r"\brespond|\bresposta|afirmação|\bvocê\b|\bverdade|\bfals[oa]\b",
    ),
    _language_patterns(
        r"(?:negeer|vergeet)\b",
        r"voorgaande|eerdere|vorige|\balle\b",
        "instructie|opdracht|aanwijzing",
        r"\bantwoord|bewering|\bjouw?\b|\bje\b|\bwaar\b|\bonwaar\b",
    ),
    _language_patterns(
        r"(?:про)?(?:игнорируй|забудь)(?:те)?\b",
        r"предыдущ|прежн|\bвсе\b|\bвсё\b",
        "инструкци|указани|команд",
        r"\bответь|\bответ|утверждени|\bты\b|\bтво[йяеёи]|\bправд",
    ),
    _language_patterns(
        r"(?:zignoruj|ignoruj|zapomnij)(?:cie)?\b",
        r"poprzedni|wcześniejsz|\bwszystki",
        "instrukcj|polece|wytyczn",
        r"\bodpowie|twierdzeni|\btwo[jie]|\bprawd|\bfałsz",
    ),
    _language_patterns(
        r"\b(?:yok say|görmezden gel|unut)(?:[ıiuü]n(?:[ıiuü]z)?)?\b",
        r"\bönceki|\btüm\b|\bbütün\b",
        "talimat|yönerge|komut",
        r"\b(?:söyle|yanıtla|cevapla|yanıt ver|cevap ver)(?:y?[iı]n(?:[iı]z)?)?\b",
        first=False,
    ),
    _language_patterns(
        "(?:请|請|你必须|你要|现在|現在)?(?:忽略|无视|無視|忘记|忘記)",
        "之前|以前|前面|上面|先前|所有",
        "指示|指令|说明|說明|提示",
        "回答|答案|回复|回覆|你的|该说法|此说法|输出|輸出",
    ),
    _language_patterns(
        "無視|忘れ",
        "以前|前の|これまで|すべて|上記",
        "指示|命令|プロンプト",
        "(?:答え|回答し|出力し|返し)(?:てください|て下さい|なさい)|(?:答え|回答せ|出力せ)よ|答えろ|回答しろ|出力しろ",
        first=False,
    ),
    _language_patterns(
        "(?:무시하|잊으?)(?:고|세요|라|십시오)|잊어라",
        "이전|앞선|모든|위의",
        "지시|명령|지침",
        "(?:답|대답|답변|응답|출력)(?:하세요|하라|하십시오|해라|해 주세요)",
        first=False,
    ),
    _language_patterns(
        r"(?:تجاهل|انس)(?:وا|ي)?\b",
        "السابقة|أعلاه|جميع",
        "التعليمات|الأوامر|الإرشادات",
        r"\bو?(?:أجب|أجيبوا|قل|قولوا|اكتب)\b",
    ),
    _language_patterns(
        "(?:अनदेखा|नज़रअंदाज) (?:करें|करो|कर दें|कीजिए)|भूल (?:जाएं|जाएँ|जाओ|जाइए)",
        "पिछले|पहले|सभी",
        "निर्देश|आदेश",
        "(?:उत्तर|जवाब) (?:दें|दो|दीजिए)|कहें|कहो|बताएं",
        first=False,
    ),
)


def is_foreign_injection(text: str) -> bool:
    """Return whether a sentence says to forget earlier instructions and what to answer instead."""
    lower = text.lower()
    spoken = [language for language in _LANGUAGES if any(word in lower for word in language.instructed)]
    if not spoken:
        return False
    sentences = _SENTENCE_END.split(text)
    return any(_groups_are_close(sentence, language.groups) for language in spoken for sentence in sentences)


def _groups_are_close(sentence: str, groups: tuple[re.Pattern[str], ...]) -> bool:
    """Return whether all groups have matches that end within `_CLOSE_CHARACTERS` of each other, in one pass over the matches."""
    if any(group.search(sentence) is None for group in groups):
        return False
    places = sorted((found.end(), which) for which, group in enumerate(groups) for found in group.finditer(sentence))
    last: dict[int, int] = {}
    for place, which in places:
        last[which] = place
        if len(last) == len(groups) and place - min(last.values()) <= _CLOSE_CHARACTERS:
            return True
    return False
