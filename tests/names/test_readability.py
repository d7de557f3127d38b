"""What people must be able to read in a name (``domain.names.readability``)."""

from hashlib import sha256

import pytest

from domain.names.readability import NameFault, fault_of, readable
from domain.names.scripts import UNICODE, look_up

REAL = {
    # Latin
    "Irish": "Siobhán Ní Dhomhnaill",
    "O'Neill": "Conan O\u2019Brien",
    "Spanish": "Íñigo Núñez-Muñoz",
    "Portuguese": "João Conceição",
    "German": "Jürgen Weiß",
    "Polish": "Łukasz Żółć",
    "Czech": "Růžena Dvořáková",
    "Icelandic": "Þórður Guðmundsdóttir",
    "Turkish": "Çağrı Işık İnönü",
    "Latvian": "Ģirts Ķēniņš",
    "Lithuanian, with a dot and an accent": "Ji\u0307\u0301eva Žemaitė",
    "Romanian": "Ștefan Țuțea",
    "Maltese": "Ġorġ Ħaż-Żebbuġ",
    "Vietnamese": "Nguyễn Thị Ngọc Ánh",
    "Vietnamese, decomposed": "Nguye\u0302\u0303n Thi\u0323 Nho\u031b\u0300",
    "Yoruba": "Ọlálékan Ṣóyínká",
    "Yoruba, with two accents": "Ẹ\u0301ni\u0323\u0301tàn Ọ\u0300ṣun",
    "Igbo": "Chị\u0301dị\u0300 Ọ\u0301kwụ\u0301",
    "Ewe": "Kɔ\u0301ƒi Ŋutɔ\u0303",
    "Hawaiian": "Kaʻiulani Kānekoa",
    "Navajo": "Hastiin Ch\u02bcil Haajiní Tłʼízí Dibé",
    "Lushootseed": "siʔaɬ x\u030cʷ gʷəɬ",
    "IPA": "t\u032a\u0361ʃʰã\u031e\u02d0",
    "Pinyin": "Lǚ Bùwéi",
    # Greek, Cyrillic, Georgian, Armenian, Cherokee
    "Greek": "Γιώργος Παπαδόπουλος",
    "Polytonic Greek": "Ἀριστοτέλης ᾯ",
    "Polytonic Greek, decomposed": "\u03c9\u0314\u0342\u0345 Ὅμηρος",
    "Russian": "Наталья Ёлкина",
    "Russian, with stress": "Ива\u0301н Королёв",
    "Ukrainian": "Ґалаґан Їжакевич",
    "Serbian": "Ђорђе Њего\u0300ш",
    "Church Slavonic": "Їисꙋ\u0301съ Х\u0487рто\u0301съ",
    "Kazakh": "Әйгерім Құдайберген",
    "Georgian": "შოთა რუსთაველი",
    "Armenian": "Գրիգոր Նարեկացի",
    "Cherokee": "ᏍᏏᏉᏯ ᏌᎳᏂ",
    "Coptic": "Ⲡⲁⲭⲱⲙ ⲁ\u0305",
    "Glagolitic": "ⰍⰟⰓⰉⰎⰎⰟ",
    # right to left
    "Arabic": "محمد عبد الله",
    "Arabic, with tashkil": "مُحَمَّدُ بْنُ عَبْدِ ٱللّٰهِ",
    "Arabic, with shadda, tanwin and alef": "رَحْمٰنٌّ هُدًى",
    "Persian, with a non-joiner": "علی\u200cرضا کریمی",
    "Urdu": "نصرت فتح علی خاںؔ",
    "Kurdish": "ئاڤان جەمیلۆ",
    "Uyghur": "ئەخمەتجان قاسىمى",
    "Pashto": "ځلاند ښکلی",
    "Hebrew": "משה כהן",
    "Hebrew, with niqqud": "מֹשֶׁה בֶּן־עַמְרָם",
    "Hebrew, with te\u2019amim": "יִשָּׂשכָ֑ר שָּׁ֔ם",
    "Hebrew, with a grapheme joiner": "יְרוּשָׁלַ\u034fִם",
    "Yiddish": "שלום־עליכם ייִדיש",
    "Syriac": "ܐܰܦܪܶܝܡ ܣܽܘܪܝܳܝܳܐ",
    "Dhivehi": "މުޙައްމަދު ނަޝީދު",
    "N'Ko": "ߛߏߟߏߡߊߣߊ߫ ߞߊ߲ߕߍ߫",
    "Adlam": "𞤀𞤣𞤢𞤥 𞤄𞤢𞥄",
    # India and its neighbours
    "Hindi": "प्रियंका चौधरी",
    "Hindi, with nukta": "फ़िरोज़ ख़ान हूँ",
    "Hindi, with a joiner": "लक्\u200dष्मी",
    "Marathi, with eyelash ra": "सूर\u200d्यवंशी",
    "Sanskrit, with an accent": "अ॒ग्निमी॑ळे",
    "Nepali, with a non-joiner": "श्रीमान्\u200cको",
    "Bengali": "রবীন্দ্রনাথ ঠাকুর",
    "Bengali, with a joiner": "র\u200d্যাব",
    "Punjabi": "ਹਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Gujarati": "મોહનદાસ ગાંધી",
    "Odia": "ଜଗନ୍ନାଥ ପଣ୍ଡା",
    "Tamil": "செல்வி ஸ்ரீனிவாசன்",
    "Telugu": "శ్రీనివాస్ రెడ్డి",
    "Kannada": "ಕೃಷ್ಣಮೂರ್ತಿ",
    "Kannada, with a joiner": "ಸೂರ\u200d್ಯ",
    "Malayalam": "ശ്രീകുമാർ",
    "Malayalam, with a joiner": "അവന്\u200d",
    "Sinhala, with a joiner": "ශ්\u200dරී ලංකා",
    "Tibetan": "བསྟན་འཛིན་རྒྱ་མཚོ",
    "Tibetan, with a deep stack": "ཧཱུྃ ཀྵྨྱཱུཾ",
    "Meitei": "ꯃꯤꯇꯩ",
    "Santali": "ᱥᱟᱱᱛᱟᱲᱤ",
    # South-east Asia
    "Thai": "สมชาย น้ำเพชร์",
    "Thai, with a tone on a vowel": "กิ๊ก ที่รัก",
    "Lao": "ສົມສັກ ນ້ຳ",
    "Khmer": "ស្ត្រី ក្រុំ សុខា",
    "Burmese": "အောင်ဆန်းစုကြည်",
    "Burmese, with many marks": "ကျွန်ုပ် မြွှာ",
    "Shan": "သႂ်ႇတႆး",
    "Tai Tham": "ᨩ᩠ᨿᨦᩉ᩠ᨾᩲ᩵",
    "Balinese": "ᬓ᭄ᬢᬸᬢ᭄",
    "Javanese": "ꦱꦸꦏꦂꦤ",
    # East Asia
    "Chinese": "諸葛亮",
    "Chinese, a rare character": "𠮷田",
    "Japanese": "やまだ たろう",
    "Japanese, with a decomposed dakuten": "か\u3099んは\u309aち カ\u3099",
    "Japanese, with a dot of its own": "あ゙ー",
    "Japanese, with a wide space": "山田\u3000花子",
    "Japanese, with a variant": "辻\U000e0100 葛\U000e0101城",
    "Korean": "김연아",
    "Korean, in jamo": "\u1100\u1175\u11b7\u110b\u1167\u11ab\u110b\u1161",
    "Zhuyin": "ㄓㄨˋ ㄧㄣ",
    "Mongolian": "ᠴᠢᠩᠭᠢᠰ",
    "Mongolian, with a variant": "ᠪᠠᠭ\u180bᠠ",
    "Yi": "ꆈꌠ",
    # elsewhere
    "Amharic": "ኃይለ ሥላሴ",
    "Tifinagh": "ⵎⴰⵙⵉⵏⵉⵙⵙⴰ",
    "Inuktitut": "ᐊᓯᕐᓇᖅ",
    # nicknames
    "Hearts": "Ana ❤\ufe0f ♥",
    "A family": "👩\u200d👩\u200d👧\u200d👦",
    "A person with a skin tone": "🧙🏽\u200d♂\ufe0f",
    "Flags": "🇺🇾 \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "A key": "1\ufe0f\u20e3",
    "Signs": "<<~x_X~>> #1!",
}


@pytest.mark.parametrize("name", REAL.values(), ids=REAL)
def test_real_names_are_readable(name: str) -> None:
    assert fault_of(name) is None
    assert readable(name) == name


UNREADABLE = [
    ("Ana\u0670", "foreign_mark", 4),  # Arabic
    ("An\u0e49a", "foreign_mark", 3),  # Thai
    ("A\u05b8na", "foreign_mark", 2),  # Hebrew
    ("Ana\u093f", "foreign_mark", 4),  # Devanagari
    ("Ana\u1abe\u102d", "foreign_mark", 5),  # Burmese, after one that all scripts share
    ("Ana\u3099", "foreign_mark", 4),  # Japanese
    ("\u0410\u043d\u0430\u0654", "foreign_mark", 4),
    ("\u0645\u064e\u05b8", "foreign_mark", 3),  # Hebrew on Arabic
    ("\u0915\u09bf", "foreign_mark", 2),  # Bengali on Devanagari
    ("7\u0941", "foreign_mark", 2),
    ("\u0301Ana", "stray_mark", 1),
    ("Ana \u0301", "stray_mark", 5),
    ("\u064e", "stray_mark", 1),
    ("Z\u0301\u0302\u0303\u0308", "many_marks", 5),
    ("\u1ed7\u0323\u0308", "many_marks", 3),  # it has two accents already
    ("\u00e9\u0301", "many_marks", 2),
    ("\u0e01\u0e49\u0e49", "many_marks", 3),
    ("\u05d0\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5", "many_marks", 7),
    ("\u0e01\u0e34\u0e48\u0e4c\u0e31", "many_marks", 5),
    ("A\u200dna", "joiner", 2),
    ("Ana\u200c", "joiner", 4),
    ("\u0915\u094d\u200d\u200d\u0937", "joiner", 4),
    ("\u0645\u200c", "joiner", 2),
    ("\u2764\u200dA", "joiner", 2),
    ("\u2764\u200c\u2764", "joiner", 2),
    ("A\ufe0fna", "joiner", 2),
    ("A\U000e0100", "joiner", 2),
    ("A\u180b", "joiner", 2),
    ("A\u034fna", "invisible", 2),
    ("A\u202ena", "invisible", 2),
    ("A\u17b5na", "invisible", 2),
    ("An\u3164a", "invisible", 3),
    ("\U0001f3f4\U000e0067", "invisible", 2),
    ("Ana\U000e0061", "invisible", 4),
    ("Ana\t", "invisible", 4),
    ("A\u2009na", "space", 2),
    ("Ana\ue000", "unknown", 4),
    ("Ana\U0001d165", "unknown", 4),  # the stem of a note
    ("Ana\u0378", "unknown", 4),  # unassigned
    ("\u00a0\u3000", "empty", 0),
    ("", "empty", 0),
]


@pytest.mark.parametrize(("name", "flaw", "at"), UNREADABLE)
def test_unreadable_names_are_found_with_the_character(name: str, flaw: str, at: int) -> None:
    fault = fault_of(name)
    assert fault is not None
    assert (fault.flaw, fault.at) == (flaw, at)
    assert fault.character == (f"U+{ord(name[at - 1]):04X}" if at else "")
    cleaned = readable(name)
    assert cleaned == "" or fault_of(cleaned) is None


def test_a_fault_says_what_is_expected() -> None:
    assert NameFault("foreign_mark", 4, "U+0670").in_words() == (
        "a mark of the same script as the letter before it; character 4 is U+0670"
    )
    assert NameFault("empty", 0, "").in_words() == "a name of which people can see something"
    assert readable("Ana\u0670 \u200b") == "Ana"


@pytest.mark.usefixtures("untraced")
def test_every_version_of_python_reads_characters_alike() -> None:
    """The table, and the verdict about each character on a letter, as edition 1 has them."""
    assert UNICODE == "18.0"
    found = sha256()
    for code in range(0x20000):
        known = look_up.__wrapped__(code)
        found.update(b"-" if known is None else "+".join(sorted(known.scripts)).encode())
    for code in range(0x3000):
        fault = fault_of(f"a{chr(code)}\u0301\u0302")
        found.update(b"-" if fault is None else "{} {} {}".format(*fault).encode())
    assert found.hexdigest() == "5a1da44b2ed7b0688d6a20719c3704e06df9652942b336a9fa04a137b5de8d41"
