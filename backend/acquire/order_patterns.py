"""What orders to a language model look like: expressions written with public injections in view, in English and 14 other languages.

Beside each stand the words of which a text must hold one, as plain search for them is fifty times as fast as the expression.
"""

from __future__ import annotations

import re

_START = r"(?:^|[.!?:;\"“”*>\n]\s*|\bplease,? (?:also )?)"
_VERBS = (
    "add|alter|anagram|answer|append|apply|augment|begin|change|classify|combine|convert|embed|encode|end|enhance|express|finish|group"
    "|ignore|include|incorporate|insert|integrate|introduce|judge|jumble|label|make|mark|misspell|modify|output|present|print|provide"
    "|put|randomly|rate|rearrange|remove|render|repeat|replace|reply|report|respond|return|reverse|rewrite|say|scatter|scramble|spell"
    "|start|state|substitute|swap|tease|tell|translate|treat|use|write"
)
_MACHINE = (
    r"(?:AI|A\.I\.|LLM|GPT|chatbot|(?:large )?language model|virtual assistant|AI (?:assistant|system|model)"
    r"|automated (?:reader|system|fact[- ]checker))s?"
)
_REST = r"(?:[^.!?\n]|[.!?](?=[\w\"”]))"
_ANSWER = r"(?:answer|response|reply|output|message|verdict|judge?ment|explanation)"
_LABEL = r"(?<!or )[\"'“‘*`]?\b(?:supports|supported|refutes|refuted|neutral|TRUE|FALSE|True|False|entails|entailed)\b(?! or\b)"
_MODELS = ("ai", "a.i.", "llm", "gpt", "chatbot", "language model", "virtual assistant", "automated")
_ANSWERS = ("answer", "response", "reply", "output", "message", "verdict", "judgment", "judgement", "explanation")
_THINGS = ("claim", "statement", "passage", "evidence")
_SIDES = ("support", "refute", "neutral", "true", "false", "entail", "verified")
_INSTRUCTED = ("instruction", "prompt", "rules", "guideline", "directions", "orders")
_Row = tuple[tuple[str, ...], str]
_ENGLISH: tuple[_Row, ...] = (
    (
        _INSTRUCTED,
        rf"\b(?:ignore|disregard|forget|override|bypass|overrule)\b{_REST}{{0,40}}"
        r"\b(?:previous|prior|above|earlier|preceding|former|system|your|all other)\b"
        rf"{_REST}{{0,25}}\b(?:instructions?|prompts?|rules|guidelines|directions|orders)\b",
    ),
    (
        ("ignore", "disregard", "forget"),
        rf"{_START}(?:disregard|ignore|forget) (?:everything (?:you|above)\b(?!{_REST}{{0,20}}\babout)"
        r"|all (?:of )?(?:this|that|the above)|the (?:above|previous))\b",
    ),
    (
        _INSTRUCTED,
        r"\b(?:do not|don't|never) (?:reveal|mention|follow|repeat) (?:this|these|your|any) (?:earlier |previous |system )?"
        r"(?:instructions?|guidelines|prompt)\b",
    ),
    (("your",), rf"{_START}(?:{_VERBS})\b{_REST}{{0,160}}\byour (?:next |final |own )?{_ANSWER}\b"),
    (("in your",), rf"\bin your {_ANSWER},? (?:{_VERBS}|suggest|mention|you (?:must|should))\b"),
    (("you are",), rf"\byou are (?:now )?(?:an?|the) (?:\w+ ){{0,3}}{_MACHINE}\b"),
    (_MODELS, rf"\bas an? {_MACHINE},? you\b"),
    (
        _MODELS,
        rf"\b(?:note|notice|attention|message|instructions?)\b:? (?:to|for) (?:all |any |every |the |an? )?{_MACHINE}\b",
    ),
    (
        _MODELS,
        rf"\b{_MACHINE} (?:must|should|shall|have to|are required to|is required to)\b{_REST}{{0,60}}"
        r"\b(?:answer|judge|rate|respond|treat|conclude|mark|output|say)\b",
    ),
    (_MODELS, rf"\b{_MACHINE}(?:,|,? please|,? kindly) (?:say|answer|respond|output|conclude|judge|rate|mark)\b"),
    (
        ("gpt", "gemini", "claude", "copilot", "llama"),
        r"\b(?:chat ?GPT|Gemini|Claude|Copilot|Llama)\s*[:,] *(?:please |kindly )?"
        r"(?:say|answer|respond|reply|output|return|write|rate|mark)\b",
    ),
    (
        _THINGS,
        rf"{_START}(?:mark|label|classify|judge|treat|answer|respond|reply|output|return|always)\b{_REST}{{0,80}}"
        rf"\b(?:claim|statement|passage|evidence)\b{_REST}{{0,60}}"
        r"\b(?:true|false|supported|supports|refuted|refutes|verified|neutral)\b",
    ),
    (
        _THINGS,
        rf"\b(?:verdict|answer|stance|rating|label) (?:for|on|of|to) (?:the|this) (?:claim|statement|passage)\b{_REST}{{0,30}}"
        r"\b(?:must|has to) be\b",
    ),
    (
        _THINGS,
        r"\b(?:claim|statement|passage) (?:must|should|has to|needs to) be (?:labell?ed|marked|rated|classified)\b"
        rf"{_REST}{{0,20}}{_LABEL}",
    ),
    (
        ("label", "stance", "verdict"),
        rf"\b(?:assign|give|set)\b{_REST}{{0,20}}\b(?:label|stance|verdict)\b{_REST}{{0,10}}{_LABEL}",
    ),
    (_SIDES, rf"{_START}(?:respond|reply|answer|output|print|return|say)\b{_REST}{{0,30}}{_LABEL}"),
    (
        _SIDES,
        r"\byou (?:must|should|will|have to)(?: always| now| only)? (?:output|answer|respond|reply|return|conclude)\b"
        rf"{_REST}{{0,40}}{_LABEL}",
    ),
    (
        ("task is",),
        r"\byour (?:new |real |only )?task is (?:now )?to (?:say|answer|output|respond|judge|mark|classify|conclude)\b",
    ),
    (
        ("fact", "verif", "judging", "evaluat"),
        r"\b(?:note|attention|dear|reminder)\b:? (?:to |for )?(?:all |any |the |our )?"
        r"(?:fact[- ]check(?:er|ing)|verif(?:ier|ication)|judging|evaluat(?:or|ion))"
        rf"\b{_REST}{{0,60}}\b(?:rate|mark|label|conclude|judge|classify|answer)\b",
    ),
    (("summari",), r"\b(?:anyone|whoever|any \w+) summari[sz]ing this (?:page|text|article)\b"),
    (
        ("instruction", "prompt"),
        r"\b(?:new|updated|real|actual|hidden) (?:system )?(?:instructions?|prompt)\s*:",
    ),
    (
        _ANSWERS + _THINGS,
        r"(?:^|\n)\s*(?:system|admin|developer|root)(?: \w+)?: *(?:you|the|ignore|override|output|answer|classify|mark|set)\b"
        rf"{_REST}{{0,80}}\b(?:output|answer|respond|claim|verdict|stance|classify)\b",
    ),
    (("#",), r"(?:^|\n)#{1,4} ?(?:system|instructions?|response)\b"),
    (
        ("<", "[inst", "[/inst"),
        r"<\|[a-z_]{2,20}\|>|\[/?INST\]|<</?SYS>>|</?data-[0-9a-f]{4,}>"
        r"|</?(?:system|instructions?|passage|claim|evidence|assistant|user|human|verdict|stance|label|data|context|prompt)>"
        r"|<!--[^>]{0,80}\b(?:AI|LLM|GPT|assistant|model)\b",
    ),
    (
        (":",),
        r"[\"'](?:stance|verdict|reasoning|quote)[\"']\s*:\s*[\"']"
        r"|[\"'](?:label|confidence|conclusion)[\"']\s*:\s*[\"']?(?:supports?|refutes?|true|false|[01]\.)",
    ),
)
_OTHERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        r"\b(?:ignorier(?:e|t|en sie)?|missachte(?:n sie)?|vergiss|vergessen sie)\b",
        "vorherig|bisherig|obig|vorig|früher|alle",
        ("anweisung", "instruktion", "befehl", "vorgabe"),
    ),
    (
        r"\b(?:ignore[sz]?|oublie[sz]?|ne tenez pas compte)\b",
        "précédent|antérieur|ci-dessus|toutes",
        ("instruction", "consigne", "directive"),
    ),
    (r"\b(?:ignor[ae]n?|olvid[ae]n?|descarta)\b", "anterior|previa|todas", ("instruccion", "indicacion", "órden")),
    (
        r"\b(?:ignora(?:te)?|dimentica(?:te)?|trascura(?:te)?)\b",
        "precedent|anterior|tutte",
        ("istruzion", "indicazion", "direttiv"),
    ),
    (r"\b(?:ignore|esqueça|desconsidere)", "anterior|prévia|todas", ("instruç", "orientaç", "ordens")),
    (r"\b(?:negeer|vergeet)", "voorgaande|eerdere|vorige|alle", ("instructie", "opdracht", "aanwijzing")),
    (r"\b(?:игнорир|проигнорир|забуд)", "предыдущ|прежн|вс[её]", ("инструкци", "указани", "команд")),
    (r"\b(?:zignoruj|ignoruj|zapomnij)", "poprzedni|wcześniejsz|wszystki", ("instrukcj", "polece", "wytyczn")),
    ("yok say|görmezden gel|unut", "önceki|tüm|bütün", ("talimat", "yönerge", "komut")),
    ("忽略|无视|無視|忘记|忘記", "之前|以前|前面|上面|先前|所有", ("指示", "指令", "说明", "說明", "提示")),
    ("無視|忘れ", "以前|前の|これまで|すべて|上記", ("指示", "命令", "プロンプト")),
    ("무시|잊", "이전|앞선|모든|위의", ("지시", "명령", "지침")),
    ("تجاهل|انس", "السابقة|أعلاه|جميع", ("التعليمات", "الأوامر", "الإرشادات")),
    ("अनदेखा|नज़रअंदाज|भूल", "पिछले|पहले|सभी", ("निर्देश", "आदेश")),
)
"""What tells its reader to forget, "earlier", and what is to be forgotten: all three in one sentence."""

_SENTENCE_CHARACTERS = 150
_NEAR = rf"[^.!?。！？\n]{{0,{_SENTENCE_CHARACTERS}}}?"
PATTERNS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    *((words, re.compile(pattern, re.IGNORECASE)) for words, pattern in _ENGLISH),
    *(
        (
            orders,
            re.compile(
                rf"(?:{verbs}){_NEAR}(?:{earlier}){_NEAR}(?:{'|'.join(orders)})"
                rf"|(?:{earlier}){_NEAR}(?:{'|'.join(orders)}){_NEAR}(?:{verbs})"
                rf"|(?:{'|'.join(orders)}){_NEAR}(?:{earlier}){_NEAR}(?:{verbs})"
                rf"|(?:{verbs}){_NEAR}(?:{'|'.join(orders)}){_NEAR}(?:{earlier})",
                re.IGNORECASE,
            ),
        )
        for verbs, earlier, orders in _OTHERS
    ),
)
"""(words in lower case, expression): a text that holds one of the words and matches gives orders."""
