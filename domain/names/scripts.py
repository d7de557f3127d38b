"""The characters of Unicode 18.0 that people can see, and the scripts to which they belong.

A FROZEN TABLE: records depend on it through the tournaments that it guards, so it never changes for
an edition of names that was released. It does not depend on the version of Python, whose own tables
grow every year and have no scripts.

The scripts are those of the property Script_Extensions, under their ISO 15924 codes. The table has
only scripts with marks of their own, and Latin, Greek and Cyrillic; other letters, signs and
pictures are under `any`. It leaves out what Unicode has not assigned or leaves to private
use, controls, formats, spaces, marks for music and chant, and everything that is invisible.
"""

from bisect import bisect_right
from functools import cache, lru_cache
from typing import Final, NamedTuple

UNICODE: Final = "18.0"
"""The version of Unicode from which the table is."""
_ANY: Final = "any"

_MARKS: Final = (
    "any: 300-34e 350-36f 953-954 1ab0-1af0 1dc0-1dff 20d0-20f0 fe20-fe2f Adlm: 1e944-1e94a Ahom: "
    "1171d-1172b Arab: 610-61a 656-65f 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 897-89f 8ca-8e1 8e3-8ff "
    "10ecb-10ecf 10ef0-10eff Arab+Copt: 102e0 Arab+Syrc: 64b-655 670 Bali: 1b00-1b04 1b34-1b44 "
    "1b6b-1b73 Bamu: a6f0-a6f1 Bass: 16af0-16af4 Batk: 1be6-1bf3 Beng: 981-983 9bc 9be-9c4 9c7-9c8 "
    "9cb-9cd 9d7 9e2-9e3 9fe 1cf7 11df0 Beng+Deva: 1ce1 "
    "Beng+Deva+Gran+Gujr+Guru+Knda+Latn+Mlym+Nand+Newa+Orya+Shrd+Taml+Telu+Tirh: 951 "
    "Beng+Deva+Gran+Gujr+Guru+Knda+Latn+Mlym+Newa+Orya+Taml+Telu+Tirh: 952 Beng+Deva+Gran+Knda: "
    "1cd0 1cd2 Beng+Deva+Newa+Shrd: 1ced Beng+Deva+Newa+Telu: 1cd8 Beng+Deva+Newa+Telu+Tirh: 1cd5 "
    "Beng+Deva+Telu: 1cd6 Beng+Deva+Tutg: a8f1 Bhks: 11c2f-11c36 11c38-11c3f Bopo+Hani: 302a-302d "
    "Brah: 11000-11002 11038-11046 11070 11073-11074 1107f Bugi: 1a17-1a1b Buhd: 1752-1753 Cakm: "
    "11100-11102 11127-11134 11145-11146 Cham: aa29-aa36 aa43 aa4c-aa4d Copt: 2cef-2cf1 Cyrl: "
    "488-489 2de0-2dff a670-a672 a674-a67d a69e-a69f 1e08f Cyrl+Glag: 484 487 a66f Cyrl+Latn: "
    "485-486 Cyrl+Perm: 483 Deva: 900-903 93a-93c 93e-94f 955-957 962-963 1cd1 1cd4 1cdb 1cde-1cdf "
    "1ce3-1ce8 a8e0-a8f0 a8ff Deva+Gran: 1cf8-1cf9 Deva+Gran+Knda+Tutg: 1cf4 "
    "Deva+Knda+Mlym+Orya+Taml+Telu: 1cda Deva+Newa+Shrd: 1cd7 Deva+Newa+Tirh: 1ce2 Deva+Shrd: 1cd9 "
    "1cdc-1cdd 1ce0 Diak: 11930-11935 11937-11938 1193b-1193e 11940 11942-11943 Dogr: 1182c-1183a "
    "Dupl: 1bc9d-1bc9e Egyp: 13440 13447-13455 Ethi: 135d-135f Gara: 10d69-10d6d Glag: 1e000-1e006 "
    "1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a Gong: 11d8a-11d8e 11d90-11d91 11d93-11d97 "
    "Gonm: 11d31-11d36 11d3a 11d3c-11d3d 11d3f-11d45 11d47 Gran: 11300 11302 1133e-11344 "
    "11347-11348 1134b-1134d 11357 11362-11363 11366-1136c 11370-11374 Gran+Taml: 11301 11303 "
    "1133b-1133c Gujr: a81-a83 abc abe-ac5 ac7-ac9 acb-acd ae2-ae3 afa-aff Gukh: 1611e-1612f Guru: "
    "a01-a03 a3c a3e-a42 a47-a48 a4b-a4d a51 a70-a71 a75 Hang: 302e-302f Hani: 16ff0-16ff1 Hano: "
    "1732-1734 Hebr: 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7-5c9 fb1e Hira+Kana: 3099-309a Hmng: "
    "16b30-16b36 Hmnp: 1e130-1e136 Java: a980-a983 a9b3-a9c0 Kali: a926-a92d Kawi: 11f00-11f01 "
    "11f03 11f34-11f3a 11f3e-11f42 11f5a Khar: 10a01-10a03 10a05-10a06 10a0c-10a0f 10a38-10a3a "
    "10a3f Khmr: 17b6-17d3 17dd Khoj: 1122c-11237 1123e 11241 Kits: 16fe4 Knda: c81-c83 cbc "
    "cbe-cc4 cc6-cc8 cca-ccd cd5-cd6 ce2-ce3 cf3 Kthi: 11080-11082 110b0-110ba 110c2 Lana: "
    "1a55-1a5e 1a60-1a7c 1a7f Laoo: eb1 eb4-ebc ec8-ece Lepc: 1c24-1c37 Limb: 1920-192b 1930-193b "
    "Mahj: 11173 Maka: 11ef3-11ef6 Mand: 859-85b Mani: 10ae5-10ae6 Marc: 11c92-11ca7 11ca9-11cb6 "
    "Mend: 1e8d0-1e8d6 Mlym: d00-d03 d3b-d3c d3e-d44 d46-d48 d4a-d4d d57 d62-d63 Modi: 11630-11640 "
    "Mong: 1885-1886 18a9 Mtei: aaeb-aaef aaf5-aaf6 abe3-abea abec-abed Mymr: 102b-103e 1056-1059 "
    "105e-1060 1062-1064 1067-106d 1071-1074 1082-108d 108f 109a-109d a9e5 aa7b-aa7d Nagm: "
    "1e4ec-1e4ef Nand: 119d1-119d7 119da-119e0 119e4 Newa: 11435-11446 1145e Nkoo: 7eb-7f3 7fd "
    "Onao: 1e5ee-1e5ef Orya: b01-b03 b3c b3e-b44 b47-b48 b4b-b4d b53-b57 b62-b63 Ougr: 10f82-10f85 "
    "Perm: 10376-1037a Plrd: 16f4f 16f51-16f87 16f8f-16f92 Rjng: a947-a953 Rohg: 10d24-10d27 Samr: "
    "816-819 81b-823 825-827 829-82d Saur: a880-a881 a8b4-a8c5 Sgnw: 1da00-1da36 1da3b-1da6c 1da75 "
    "1da84 1da9b-1da9f 1daa1-1daaf Shrd: 11180-11182 111b3-111c0 111c9-111cc 111ce-111cf "
    "11b60-11b67 Sidd: 115af-115b5 115b8-115c0 115dc-115dd Sind: 112df-112ea Sinh: d81-d83 dca "
    "dcf-dd4 dd6 dd8-ddf df2-df3 Sogd: 10f46-10f50 Soyo: 11a51-11a5b 11a8a-11a99 Sund: 1b80-1b82 "
    "1ba1-1bad Sylo: a802 a806 a80b a823-a827 a82c Syrc: 711 730-74a Tagb: 1772-1773 Takr: "
    "116ab-116b7 Taml: b82 bbe-bc2 bc6-bc8 bca-bcd bd7 Tavt: aab0 aab2-aab4 aab7-aab8 aabe-aabf "
    "aac1 Tayo: 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5 Telu: c00-c04 c3c c3e-c44 c46-c48 c4a-c4d c55-c56 "
    "c62-c63 Tfng: 2d7f Tglg: 1712-1715 Thaa: 7a6-7b0 Thai: e31 e34-e3a e47-e4e Tibt: f18-f19 f35 "
    "f37 f39 f3e-f3f f71-f84 f86-f87 f8d-f97 f99-fbc fc6 Tirh: 114b0-114c3 Toto: 1e2ae Tutg: "
    "113b8-113c0 113c2 113c5 113c7-113ca 113cc-113d0 113d2 113e1-113e2 Wcho: 1e2ec-1e2ef Yezi: "
    "10eab-10eac Zanb: 11a01-11a0a 11a33-11a39 11a3b-11a3e 11a47"
)
"""Marks, after the scripts that use them."""

_OTHERS: Final = (
    "any: 21-40 5b-60 7b-7e a1-a9 ab-ac ae-b9 bb-bf d7 f7 2b9-2bb 2bd-2c6 2c8 2cc 2ce-2d6 2d8 "
    "2da-2df 2e5-2e9 2ec-2ff 37e 385 387 531-556 558-588 58a-58f 60c 61b 61f 964-965 e3f fd5-fd8 "
    "10a0-10c5 10c7 10cd 10d0-10fa 10fc-10ff 13a0-13f5 13f8-13fd 1400-167f 1681-169c 16a0-16f8 "
    "18b0-18f5 1950-196d 1970-1974 1980-19ab 19b0-19c9 19d0-19da 19de-19df 1c50-1c7f 1c90-1cba "
    "1cbd-1cbf 2010-2027 2030-204e 2050-2059 205b-205c 205e 2070 2074-207e 2080-208f 20a0-20c4 "
    "2100-2125 2127-2129 212c-2131 2133-214d 214f-215f 2189-218b 2190-2429 2440-244a 2460-27ff "
    "2801-2b73 2b76-2bff 2d00-2d25 2d27 2d2d 2e00-2e16 2e18-2e3b 2e3d-2e40 2e42 2e44-2e5d "
    "2e60-2e63 3001-3002 3004 3008-300b 3012 3020 3036 3248-325f 327f 32b1-32bf 32cc-32cf "
    "3371-337a 3380-33df 33ff 4dc0-4dff a000-a48c a490-a4c6 a4d0-a62b a708-a721 a788-a78a "
    "a840-a877 ab5b ab6a-ab6b ab70-abbf fb13-fb17 fe10-fe19 fe30-fe44 fe47-fe52 fe54-fe66 "
    "fe68-fe6b ff01-ff20 ff3b-ff40 ff5b-ff60 ffe0-ffe6 ffe8-ffee fffc-fffd 10000-1000b 1000d-10026 "
    "10028-1003a 1003c-1003d 1003f-1004d 10050-1005d 10080-100fa 10100-10102 10107-10133 "
    "10137-1013f 10190-1019c 101d0-101fc 10280-1029c 102a0-102d0 10300-10323 1032d-1034a "
    "10380-1039d 1039f-103c3 103c8-103d5 10400-1049d 104a0-104a9 104b0-104d3 104d8-104fb "
    "10500-10527 10530-10563 1056f-1057a 1057c-1058a 1058c-10592 10594-10595 10597-105a1 "
    "105a3-105b1 105b3-105b9 105bb-105bc 105c0-105f3 10600-10736 10740-10755 10760-10767 "
    "10800-10805 10808 1080a-10835 10837-10838 1083c 1083f-10855 10857-1089e 108a7-108af "
    "108e0-108f2 108f4-108f5 108fb-1091b 1091f-10939 1093f-10959 10980-109b7 109bc-109cf "
    "109d2-109ff 10a60-10a9f 10b00-10b35 10b39-10b55 10b58-10b72 10b78-10b91 10b99-10b9c "
    "10ba9-10baf 10c00-10c48 10c80-10cb2 10cc0-10cf2 10cfa-10cff 10f00-10f27 10fb0-10fcb "
    "10fe0-10ff6 110d0-110e8 110f0-110f9 11280-11286 11288 1128a-1128d 1128f-1129d 1129f-112a9 "
    "118a0-118f2 118ff 11ab0-11af8 11bc0-11be1 11bf0-11bf9 11db0-11ddb 11de0-11de9 11fb0 "
    "12000-12399 12400-12543 12550-12686 12f90-12ff2 14400-14646 16a40-16a5e 16a60-16a69 "
    "16a6e-16abe 16ac0-16ac9 16d40-16d79 16e40-16e9a 16ea0-16eb8 16ebb-16ed3 16fe0-16fe1 "
    "17000-18aff 18d00-18d20 18d80-18df2 18e00-19191 191a0-191d2 1b170-1b2fb 1cc00-1ccfc "
    "1cd00-1ceb3 1ceba-1ced0 1ced2-1ced4 1cedd-1cefd 1cf50-1cfc3 1d000-1d0f5 1d100-1d126 "
    "1d129-1d158 1d15a-1d164 1d16a-1d16c 1d183-1d184 1d18c-1d1a9 1d1ae-1d1ff 1d253-1d25a "
    "1d25d-1d25e 1d260-1d27f 1d2c0-1d2d3 1d2e0-1d2f3 1d300-1d356 1d372-1d378 1d400-1d454 "
    "1d456-1d49c 1d49e-1d49f 1d4a2 1d4a5-1d4a6 1d4a9-1d4ac 1d4ae-1d4b9 1d4bb 1d4bd-1d4c3 "
    "1d4c5-1d505 1d507-1d50a 1d50d-1d514 1d516-1d51c 1d51e-1d539 1d53b-1d53e 1d540-1d544 1d546 "
    "1d54a-1d550 1d552-1d6a6 1d6a8-1d7cb 1d7ce-1d7ff 1db00-1db1c 1ec71-1ecb4 1ed01-1ed3d "
    "1f000-1f02b 1f030-1f093 1f0a0-1f0ae 1f0b1-1f0bf 1f0c1-1f0cf 1f0d1-1f0f5 1f100-1f1ae "
    "1f1e6-1f1ff 1f201-1f202 1f210-1f23b 1f240-1f248 1f260-1f265 1f300-1f6d9 1f6dc-1f6ec "
    "1f6f0-1f6fc 1f700-1f7db 1f7e0-1f7eb 1f7f0-1f80b 1f810-1f847 1f850-1f859 1f860-1f887 "
    "1f890-1f8ad 1f8b0-1f8bb 1f8c0-1f8c1 1f8d0-1f8d8 1f900-1fa57 1fa60-1fa6d 1fa70-1fa7c "
    "1fa80-1fac6 1fac8 1facc-1fadd 1fadf-1faeb 1faef-1fafa 1fb00-1fb92 1fb94-1fbfa 3d000-3fc3f "
    "Adlm: 1e900-1e943 1e94b 1e950-1e959 1e95e-1e95f Adlm+Arab: 204f 2e41 "
    "Adlm+Arab+Mand+Mani+Ougr+Rohg+Sogd+Syrc: 640 Ahom: 11700-1171a 11730-11746 Arab: 606-60b "
    "60d-60f 61d-61e 620-63f 641-64a 66a-66f 671-6d3 6d5 6de 6e5-6e6 6e9 6ee-6ff 750-77f 870-88f "
    "8a0-8c9 fb50-fd3d fd40-fdcf fdf0-fdf1 fdf3-fdfc fdfe-fdff fe70-fe74 fe76-fefc 10e60-10e7e "
    "10ec2-10ec7 10ec9-10eca 10ed0-10eee 1ee00-1ee03 1ee05-1ee1f 1ee21-1ee22 1ee24 1ee27 "
    "1ee29-1ee32 1ee34-1ee37 1ee39 1ee3b 1ee42 1ee47 1ee49 1ee4b 1ee4d-1ee4f 1ee51-1ee52 1ee54 "
    "1ee57 1ee59 1ee5b 1ee5d 1ee5f 1ee61-1ee62 1ee64 1ee67-1ee6a 1ee6c-1ee72 1ee74-1ee77 "
    "1ee79-1ee7c 1ee7e 1ee80-1ee89 1ee8b-1ee9b 1eea1-1eea3 1eea5-1eea9 1eeab-1eebb 1eef0-1eef1 "
    "Arab+Copt: 102e1-102fb Arab+Nkoo: fd3e-fd3f Arab+Rohg: 6d4 Arab+Thaa: fdf2 fdfd "
    "Arab+Thaa+Yezi: 660-669 Bali: 1b05-1b33 1b45-1b4c 1b4e-1b6a 1b74-1b7f Bamu: a6a0-a6ef "
    "a6f2-a6f7 16800-16a38 Bass: 16ad0-16aed 16af5 Batk: 1bc0-1be5 1bfc-1bff Beng: 980 985-98c "
    "98f-990 993-9a8 9aa-9b0 9b2 9b6-9b9 9bd 9ce 9dc-9dd 9df-9e1 9f0-9fd 1cf5-1cf6 11df1 "
    "Beng+Cakm+Sylo: 9e6-9ef Beng+Cyrl+Deva+Latn+Thai+Toto: 2bc "
    "Beng+Deva+Gran+Knda+Mlym+Nand+Orya+Sinh+Telu+Tirh+Tutg: 1cf2 Beng+Deva+Shrd: 1cea Bhks: "
    "11c00-11c08 11c0a-11c2e 11c40-11c45 11c50-11c6c Bopo: 2ea-2eb 3105-312f 31a0-31bf "
    "Bopo+Hang+Hani+Hira+Kana: 3003 300c-3011 3013-301f 3030 3037 30fb fe45-fe46 ff61-ff65 "
    "Bopo+Latn: 2c7 2c9-2cb 2d9 Brah: 11003-11037 11047-1104d 11052-1106f 11071-11072 11075 Bugi: "
    "1a00-1a16 1a1e-1a1f Bugi+Java: a9cf Buhd: 1740-1751 Buhd+Hano+Tagb+Tglg: 1735-1736 Cakm: "
    "11103-11126 11136-11144 11147 Cakm+Mymr: 1040-1049 Cham: aa00-aa28 aa40-aa42 aa44-aa4b "
    "aa50-aa59 aa5c-aa5f Copt: 3e2-3ef 2c80-2cee 2cf2-2cf3 2cf9-2cff Copt+Grek: 374-375 Copt+Latn: "
    "2e17 Cyrl: 400-482 48a-52f 1c80-1c8a 1d2b 1d78 a640-a66e a673 a67e-a69d 1e030-1e06d "
    "Cyrl+Glag: 2e43 Deva: 904-939 93d 950 958-961 970-97f 1cec 1cee-1cf1 a8f2 a8f4-a8fe "
    "11b00-11b0a Deva+Dogr+Gujr+Guru+Khoj+Knda+Kthi+Mahj+Mlym+Modi+Nand+Shrd+Sind+Takr+Tirh+Tutg: "
    "a830-a832 Deva+Dogr+Gujr+Guru+Khoj+Knda+Kthi+Mahj+Modi+Nand+Shrd+Sind+Takr+Tirh+Tutg: "
    "a833-a835 Deva+Dogr+Gujr+Guru+Khoj+Kthi+Mahj+Modi+Shrd+Sind+Takr+Tirh: a838 "
    "Deva+Dogr+Gujr+Guru+Khoj+Kthi+Mahj+Modi+Sind+Takr+Tirh: a836-a837 a839 Deva+Dogr+Kthi+Mahj: "
    "966-96f Deva+Gran: 1cf3 Deva+Gran+Knda: 1cd3 Deva+Nand+Newa: 1ce9 Deva+Newa: 1ceb Deva+Taml: "
    "a8f3 Diak: 11900-11906 11909 1190c-11913 11915-11916 11918-1192f 1193f 11941 11944-11946 "
    "11950-11959 Dogr: 11800-1182b 1183b Dupl: 2e3c 1bc00-1bc6a 1bc70-1bc7c 1bc80-1bc88 "
    "1bc90-1bc99 1bc9c 1bc9f Egyp: 13000-1342f 13441-13446 13460-143fa Ethi: 1200-1248 124a-124d "
    "1250-1256 1258 125a-125d 1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 "
    "12c8-12d6 12d8-1310 1312-1315 1318-135a 1360-137c 1380-1399 2d80-2d96 2da0-2da6 2da8-2dae "
    "2db0-2db6 2db8-2dbe 2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde ab01-ab06 ab09-ab0e ab11-ab16 "
    "ab20-ab26 ab28-ab2e 1e7e0-1e7e6 1e7e8-1e7eb 1e7ed-1e7ee 1e7f0-1e7fe Gara: 10d40-10d65 "
    "10d6e-10d85 10d8e-10d8f Glag: 589 205a 2c00-2c5f Glag+Latn: 10fb Gong: 11d60-11d65 "
    "11d67-11d68 11d6a-11d89 11d98 11da0-11da9 Gonm: 11d00-11d06 11d08-11d09 11d0b-11d30 11d46 "
    "11d50-11d59 Gran: 11305-1130c 1130f-11310 11313-11328 1132a-11330 11332-11333 11335-11339 "
    "1133d 11350 1135d-11361 Gran+Taml: be6-bf3 11fd0-11fd1 11fd3 Grek: 370-373 376-377 37a-37d "
    "37f 384 386 388-38a 38c 38e-3a1 3a3-3e1 3f0-3ff 1d26-1d2a 1d5d-1d61 1d66-1d6a 1dbf 1f00-1f15 "
    "1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 "
    "1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 205d 2126 ab65 10140-1018e 101a0 "
    "1d200-1d241 1d245 1dff3-1dff4 Gujr: a85-a8d a8f-a91 a93-aa8 aaa-ab0 ab2-ab3 ab5-ab9 abd ad0 "
    "ae0-ae1 af0-af1 af9 Gujr+Khoj: ae6-aef Gukh: 16100-1611d 16130-16139 Guru: a05-a0a a0f-a10 "
    "a13-a28 a2a-a30 a32-a33 a35-a36 a38-a39 a59-a5c a5e a66-a6f a72-a74 a76 Hang: 1100-115e "
    "1161-11ff 3131-3163 3165-318e 3200-321e 3260-327e a960-a97c ac00-d7a3 d7b0-d7c6 d7cb-d7fb "
    "ffa1-ffbe ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc Hani: 2e80-2e99 2e9b-2ef3 2f00-2fd5 "
    "2ff0-2fff 3005-3007 3021-3029 3038-303b 303e-303f 3190-319f 31c0-31e5 31ef 3220-3247 "
    "3280-32b0 32c0-32cb 32ff 3358-3370 337b-337f 33e0-33fe 3400-4dbf 4e00-9fff f900-fa6d "
    "fa70-fad9 16fe2-16fe3 16ff2-16ff6 1d360-1d371 1f250-1f251 20000-2a6df 2a700-2b81e 2b820-2cead "
    "2ceb0-2ebe0 2ebf0-2ee5d 2f800-2fa1d 30000-3134a 31350-33479 Hani+Hira+Kana: 303c-303d "
    "Hani+Latn: a700-a707 Hano: 1720-1731 Hebr: 5be 5c0 5c3 5c6 5d0-5ea 5ef-5f4 fb1d fb1f-fb36 "
    "fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fb4f Hira: 3041-3096 309d-309f 1b001-1b11f 1b123 "
    "1b132 1b150-1b152 1f200 Hira+Kana: 3031-3035 309b-309c 30a0 30fc ff70 ff9e-ff9f Hmng: "
    "16b00-16b2f 16b37-16b45 16b50-16b59 16b5b-16b61 16b63-16b77 16b7d-16b8f Hmnp: 1e100-1e12c "
    "1e137-1e13d 1e140-1e149 1e14e-1e14f Java: a984-a9b2 a9c1-a9cd a9d0-a9d9 a9de-a9df Kali: "
    "a900-a925 a92f Kali+Latn+Mymr: a92e Kana: 30a1-30fa 30fd-30ff 31f0-31ff 32d0-32fe 3300-3357 "
    "ff66-ff6f ff71-ff9d 1aff0-1aff3 1aff5-1affb 1affd-1affe 1b000 1b120-1b122 1b124-1b128 1b155 "
    "1b164-1b168 Kawi: 11f02 11f04-11f10 11f12-11f33 11f43-11f59 Khar: 10a00 10a10-10a13 "
    "10a15-10a17 10a19-10a35 10a40-10a48 10a50-10a58 Khmr: 1780-17b3 17d4-17dc 17e0-17e9 17f0-17f9 "
    "19e0-19ff Khoj: 11200-11211 11213-1122b 11238-1123d 1123f-11240 Kits: 18b00-18cda 18cff Knda: "
    "c80 c84-c8c c8e-c90 c92-ca8 caa-cb3 cb5-cb9 cbd cdc-cde ce0-ce1 cf1-cf2 Knda+Mlym+Taml+Telu: "
    "b83 Knda+Nand+Tutg: ce6-cef Kthi: 11083-110af 110bb-110bc 110be-110c1 Lana: 1a20-1a54 "
    "1a80-1a89 1a90-1a99 1aa0-1aad Laoo: e81-e82 e84 e86-e8a e8c-ea3 ea5 ea7-eb0 eb2-eb3 ebd "
    "ec0-ec4 ec6 ed0-ed9 edc-edf Latn: 41-5a 61-7a aa ba c0-d6 d8-f6 f8-2b8 2cd 2e0-2e4 1d00-1d25 "
    "1d2c-1d5c 1d62-1d65 1d6b-1d77 1d79-1dbe 1e00-1eff 2071 207f 2090-209f 212a-212b 2132 214e "
    "2160-2188 2c60-2c7f a722-a787 a78b-a7dd a7e2 a7f1-a7ff ab30-ab5a ab5c-ab64 ab66-ab69 "
    "ab6c-ab6d fb00-fb06 ff21-ff3a ff41-ff5a 10780-10785 10787-107b0 107b2-107bf 1df00-1df81 "
    "1df90-1df96 1dfcd-1dff2 1dff5-1dfff Latn+Thai: 2d7 Lepc: 1c00-1c23 1c3b-1c49 1c4d-1c4f Limb: "
    "1900-191e 1940 1944-194f Mahj: 11150-11172 11174-11176 Maka: 11ee0-11ef2 11ef7-11ef8 Mand: "
    "840-858 85e Mani: 10ac0-10ae4 10aeb-10af1 10af3-10af6 Mani+Ougr: 10af2 Marc: 11c70-11c8f "
    "Mend: 1e800-1e8c4 1e8c7-1e8cf Mlym: d04-d0c d0e-d10 d12-d3a d3d d4e-d4f d54-d56 d58-d61 "
    "d66-d7f Modi: 11600-1162f 11641-11644 11650-11659 Mong: 1800-180a 1810-1819 1820-1878 "
    "1880-1884 1887-18a8 18aa 11660-1166c Mtei: aae0-aaea aaf0-aaf4 abc0-abe2 abeb abf0-abf9 Mymr: "
    "1000-102a 103f 104a-1055 105a-105d 1061 1065-1066 106e-1070 1075-1081 108e 1090-1099 "
    "109e-109f a9e0-a9e4 a9e6-a9fe aa60-aa7a aa7e-aa7f 116d0-116e3 Nagm: 1e4d0-1e4eb 1e4f0-1e4f9 "
    "Nand: 1cfa 119a0-119a7 119aa-119d0 119e1-119e3 Newa: 11400-11434 11447-1145b 1145d "
    "1145f-11461 Nkoo: 7c0-7ea 7f4-7fa 7fe-7ff Onao: 1e5d0-1e5ed 1e5f0-1e5fa 1e5ff Orya: b05-b0c "
    "b0f-b10 b13-b28 b2a-b30 b32-b33 b35-b39 b3d b5c-b5d b5f-b61 b66-b77 Ougr: 10f70-10f81 "
    "10f86-10f89 Perm: 10350-10375 Plrd: 16f00-16f4a 16f50 16f93-16f9f Rjng: a930-a946 a95f Rohg: "
    "10d00-10d23 10d30-10d39 Samr: 800-815 81a 824 828 830-83e Saur: a882-a8b3 a8ce-a8d9 Sgnw: "
    "1d800-1d9ff 1da37-1da3a 1da6d-1da74 1da76-1da83 1da85-1da8b Shrd: 11183-111b2 111c1-111c8 "
    "111cd 111d0-111df Sidd: 11580-115ae 115c1-115db Sind: 112b0-112de 112f0-112f9 Sinh: d85-d96 "
    "d9a-db1 db3-dbb dbd dc0-dc6 de6-def df4 111e1-111f4 Sogd: 10f30-10f45 10f51-10f59 Soyo: 11a50 "
    "11a5c-11a89 11a9a-11aa2 Sund: 1b83-1ba0 1bae-1bbf 1cc0-1cc7 Sylo: a800-a801 a803-a805 "
    "a807-a80a a80c-a822 a828-a82b Syrc: 700-70d 710 712-72f 74d-74f 860-86a Tagb: 1760-176c "
    "176e-1770 Takr: 11680-116aa 116b8-116b9 116c0-116c9 Taml: b85-b8a b8e-b90 b92-b95 b99-b9a b9c "
    "b9e-b9f ba3-ba4 ba8-baa bae-bb9 bd0 bf4-bfa 11fc0-11fcf 11fd2 11fd4-11ff1 11fff Tavt: "
    "aa80-aaaf aab1 aab5-aab6 aab9-aabd aac0 aac2 aadb-aadf Tayo: 1e6c0-1e6de 1e6e0-1e6e2 "
    "1e6e4-1e6e5 1e6e7-1e6ed 1e6f0-1e6f4 1e6fe-1e6ff Telu: c05-c0c c0e-c10 c12-c28 c2a-c39 c3d "
    "c58-c5a c5c-c5d c60-c61 c66-c6f c77-c7f Tfng: 2d30-2d67 2d6f-2d70 Tglg: 1700-1711 171f Thaa: "
    "780-7a5 7b1 Thai: e01-e30 e32-e33 e40-e46 e4f-e5b Tibt: f00-f17 f1a-f34 f36 f38 f3a-f3d "
    "f40-f47 f49-f6c f85 f88-f8c fbe-fc5 fc7-fcc fce-fd4 fd9-fda Tirh: 11480-114af 114c4-114c7 "
    "114d0-114d9 Toto: 1e290-1e2ad Tutg: 11380-11389 1138b 1138e 11390-113b5 113b7 113d1 "
    "113d3-113d5 113d7-113d8 Wcho: 1e2c0-1e2eb 1e2f0-1e2f9 1e2ff Yezi: 10e80-10ea9 10ead "
    "10eb0-10eb1 Zanb: 11a00 11a0b-11a32 11a3a 11a3f-11a46"
)
"""Letters, digits, signs and pictures, after the scripts that use them."""


class Character(NamedTuple):
    """What the table has about a character."""

    is_mark: bool
    """Whether it is written on, under or around the character before it."""
    scripts: frozenset[str]
    """The scripts that use it; empty for those that no script has for itself."""


class _Span(NamedTuple):
    first: int
    last: int
    character: Character


@lru_cache(maxsize=4096)
def look_up(code: int) -> Character | None:
    """Return what the table has about a character; None if people cannot see it.

    >>> look_up(0x41), look_up(0x200B)
    (Character(is_mark=False, scripts=frozenset({'Latn'})), None)
    """
    starts, ranges = _table()
    at = bisect_right(starts, code) - 1
    return ranges[at].character if at >= 0 and code <= ranges[at].last else None


@cache
def _table() -> tuple[list[int], list[_Span]]:
    ranges = sorted([*_ranges(_OTHERS, is_mark=False), *_ranges(_MARKS, is_mark=True)])
    return [one.first for one in ranges], ranges


def _ranges(table: str, *, is_mark: bool) -> list[_Span]:
    found: list[_Span] = []
    character = Character(is_mark, frozenset())
    for word in table.split():
        scripts, colon, _ = word.partition(":")
        if colon:
            named = frozenset(scripts.split("+")) - {_ANY}
            character = Character(is_mark, named)
        else:
            first, _, last = word.partition("-")
            found.append(_Span(int(first, 16), int(last or first, 16), character))
    return found
