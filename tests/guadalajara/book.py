"""The order of battle as the rulebook prints it, list by list: factors, designation, steps where one is missing.

Taken from the scenario pages, with the rule of the catalogue that holds the list and where it comes in: hexes, "+2" for
"within 2", an Entry Area, "-" where the list names no hex. Spelling of the designations is the book's (R16, R19).
"""
from __future__ import annotations

import re

BOOK = """
scn.1.rep.setup.01 | 36.08 35.14
    3-5-6 Dmi/48
scn.1.rep.setup.02 | 3.08
    3-5-6 Ter/48; 3-5-6 Pue 4/50
scn.1.rep.setup.03 | 17.33 +2
    4-6-6 PI/49; 5-8-6 Gua 1/49
scn.1.rep.setup.04 | 10.30
    5-7-6 Tri/49
scn.1.rep.setup.05 | 37.16 +4
    2-4-6 Gua 5/50
scn.1.rep.setup.06 | -
    3-5-6 LR/50
scn.1.rep.setup.07 | 41.16
    2-4-6 20 J/50
scn.1.rep.setup.08 | 23.22 +1
    3-4-6 AR 1/71; 3-4-6 AR 2/71
scn.1.rep.setup.09 | columns 50-62
    4-6-6 Ara/72; 5-7-6 Mal/72
scn.1.rep.setup.10 | 59.01
    4-7-6 Zar/72
scn.1.rep.setup.11 | 41.07
    +2/-2-6; 1-1-9 Cav/12 Div
scn.1.rep.setup.12 | 33.13
    (7)-3-3
scn.1.rep.setup.13 | 34.07
    1-1-6 GC
scn.1.rep.T1.01 | Area B
    4-6-6 PyM/48; 3-5-6 Esp/71; 2-3-6 GAL; 1-1-6 Din
scn.1.rep.T2.01 | Area A
    5-7-6 Gua 2/49
scn.1.rep.T2.02 | Area B
    3-5-6 PdM/48; 6-8-7 Tha/XI; 7-9-7 EA/XI; 6-8-7 CdP/XI; +3/-2-10 1/BT; (13)-5-2; (14)-7-2; 3x truck
scn.1.rep.T2.03 | any Area
    1-2-6 1
scn.1.rep.T3.01 | Area B
    4-7-6 Pas/35; 4-7-6 Mad/35; 3-5-6 Apo/71; 9-12-7 Gar/XII; 6-8-7 Dom/XII; 7-9-7 AM/XII; +3/-2-10 2/BT;
    +3/-2-10 3/BT; +3/-2-10 4/BT; +2/-2-14 1/BT; 1-2-9 Cav/XII; (12)-3-3; 3x truck
scn.1.rep.T4.01 | Area B
    +2/-2-14 2/BT; +2/-2-14 3/BT; 3-4-6 GAB
scn.1.rep.T5.01 | Area B
    5-8-6 Man/33; 6-8-7 Cam/MCC; 5-7-7 JC/MCC; +3/-2-10 5/BT; +3/-2-10 6/BT; 2-4-4 For
scn.1.rep.T5.03 | emergency
    2x 2-3-9 JH; 2-4-4 For
scn.1.rep.T5x.01 | Area B
    7-10-7 MPG/1 Bis; 7-10-7 Com/1 Bis; 7-10-7 JD/1 Bis; 7-10-7 Tha/1 Bis
scn.1.rep.T6.01 | Area B
    5-7-6 Edi/35; 4-6-6 LC/35; 4-6-6 7 Div; 2-4-4 For
scn.1.rep.T6.02 | Area C
    4-6-6 G-S/65; 6-9-6 Ort/65; 4-6-6 Sub/65; 5-7-6 Cor/65
scn.1.rep.T6.03 | any Area
    1-2-6 2
scn.1.rep.T6.05 | emergency
    1-2-6 3; 1-2-6 4
scn.1.rep.T7.01 | Area A
    (2)-5-rr; 1-2-5
scn.1.rep.T7.02 | Area B
    4-6-6 Con 1/70; 4-6-6 Con 2/70; 5-8-6 Con 3/70; 5-7-6 Con 4/70; 5-7-7 CdH/MCC; 4-6-6 6 Div; 3-5-6 9 Rgt
scn.1.rep.T7.03 | Area C
    4-6-6 Goy/65
scn.1.rep.T8.01 | Area A
    2-2-9 1 Cav; 1-2-9 1 Cav
scn.1.rep.T8.02 | Area B
    3-5-6 11 Rgt; 3-5-6 12 Rgt
scn.1.nat.setup.01 | 46.16 +2
    5-8-6 Ardi/VI; 5-8-6 Int/VI; 5-8-6 Aud/VI; (2)-3-3 Arty/VI
scn.1.nat.setup.02 | 52.15 +1
    5-8-6 Inf/VII; 5-8-6 Ine/VII; 5-8-6 Inv/VII; (2)-3-3 Arty/VII; 2-2-6 Gen/FN; (7)-1-12 FN
scn.1.nat.setup.03 | 49.13 +2
    5-8-6 Ardi/VIII; 5-8-6 Imp/VIII; 5-8-6 Tem/VIII; (2)-3-3 Arty/VIII
scn.1.nat.setup.04 | 49.13 +2
    +2/-1-12 3/CRS; +2/-1-12 4/CRS
scn.1.nat.setup.05 | 49.13 +2
    5-8-6 Tor/IV; 5-8-6 Bis/IV; 5-8-6 Buf/IV; (2)-3-3 Arty/IV
scn.1.nat.setup.06 | 53.08 +4
    5-8-6 Impl/V; 5-8-6 Lup/V; 5-8-6 Ard/V; (2)-3-3 Arty/V
scn.1.nat.setup.07 | -
    6x Arty/CTV; 2x truck
scn.1.nat.setup.08 | 38.19 +5
    8-11-7 6 Vic/Sot; 8-11-7 8 Vic/Sot; 8-11-7 8 Bai/Sot; 8-11-7 3 Tol/Sot
scn.1.nat.setup.09 | 42.18
    8-11-7 2 Ame/Sot
scn.1.nat.setup.10 | 27.25 +3
    8-11-7 6 Ara/Vil; 8-11-7 3 SQ/Vil; 6-9-7 BFBA/Vil
scn.1.nat.setup.11 | 22.31 +5
    8-11-7 Ger/IbA; 7-10-7 2 BFB/IbA; 6-8-7 TRBS/IbA; 1-2-7 Arap/IbA
scn.1.nat.setup.12 | 31.21 +3
    4x 1-2-9 Cav/PdV
scn.1.nat.setup.13 | -
    6-8-7 Mix; +2/-1-12 Tank; 3-5-7 Ing; (10)-3-3 Arty; (5)-5-2 Arty
scn.1.nat.T2.01 | 62.16
    (7)-1-12 PN; 2-2-6 Gen/PN; 4-7-5 Lu/IX; 4-7-5 Ura/IX; 4-7-5 Temp/IX; (2)-3-3 Arty/IX; 4-7-5 Sci/X; 4-7-5 Temb/X;
    4-7-5 Car/X; (2)-3-3 Arty/X; 4-7-5 Mon/XI; 4-7-5 Pasu/XI; 4-7-5 AU/XI; (2)-3-3 Arty/XI; +2/-1-12 1/CRS;
    +2/-1-12 2/CRS; +3/-2-12 LF/CRS; +1/-1-14 AB/CRS; 2-2-14 Brs/CRS; +3/-3-6 Gen/CRS; 0-1-14 AT/CRS; 10x truck
scn.1.nat.T3.01 | 52.23
    (7)-1-12 DLV; 2-2-6 Gen/DLV; 4-7-5 Aqu/I; 4-7-5 Leo/I; 4-7-5 Carr/I; (2)-3-3 Arty/I; 4-7-5 Ind/II; 4-7-5 Fol/II;
    4-7-5 Fal/II; (2)-3-3 Arty/II; 4-7-5 Fre/III; 4-7-5 Ura/III; 4-7-5 Temp/III; (2)-3-3 Arty/III; 4-4-6 MG/Lit
scn.1.nat.T4.01 | 62.16
    (9)-1-14 Lit; (8)-3-3 Arty/Lit; 2-2-6 Gen/Lit; 4-4-14 Brs/Lit; 6-9-6 1/1; 6-9-6 2/1; 6-9-6 3/1; (2)-3-3 Arty/1;
    6-9-6 1/2; 6-9-6 2/2; 6-9-6 3/2; (2)-3-3 Arty/2; 8x truck
scn.1.nat.T10.01 | -
    8-11-7 Gal; 8-11-7 Sic
scn.1.nat.T11.01 | -
    8-11-7 CC; (2)-3-3 Arty
scn.2.rep.setup.01 | 36.08 35.14
    3-5-6 Dmi/48
scn.2.rep.setup.02 | 3.08
    3-5-6 Ter/48; 3-5-6 Pue 4/50
scn.2.rep.setup.03 | 37.16 +4
    2-4-6 Gua 5/50
scn.2.rep.setup.04 | 41.16
    2-4-6 20 J/50
scn.2.rep.setup.05 | 23.22 +1
    3-4-6 AR 1/71; 3-4-6 AR 2/71
scn.2.rep.setup.06 | columns 50-62
    4-6-6 Ara/72; 5-7-6 Mal/72
scn.2.rep.setup.07 | 59.01
    4-7-6 Zar/72
scn.2.rep.setup.08 | 41.07
    +2/-2-6; 1-1-9 Cav/12 Div
scn.2.rep.setup.09 | 33.13
    (7)-3-3
scn.2.rep.setup.10 | 34.07
    1-1-6 GC
scn.2.rep.T1.01 | Area B
    4-6-6 PyM/48; 3-5-6 Esp/71; 2-3-6 GAL; 1-1-6 Din
scn.2.rep.T2.01 | Area B
    3-5-6 PdM/48; 6-8-7 Tha/XI; 7-9-7 EA/XI; 6-8-7 CdP/XI; +3/-2-10 1/BT; (13)-5-2; (14)-7-2; 3x truck
scn.2.rep.T3.01 | Area B
    4-7-6 Pas/35; 4-7-6 Mad/35; 3-5-6 Apo/71; 9-12-7 Gar/XII; 6-8-7 Dom/XII; 7-9-7 AM/XII; +3/-2-10 2/BT;
    +3/-2-10 3/BT; +3/-2-10 4/BT; +2/-2-14 1/BT; 1-2-9 Cav/XII; (12)-3-3; 3x truck
scn.2.nat.setup.01 | 46.16 +2
    5-8-6 Ardi/VI; 5-8-6 Int/VI; 5-8-6 Aud/VI; (2)-3-3 Arty/VI
scn.2.nat.setup.02 | 52.15 +1
    5-8-6 Inf/VII; 5-8-6 Ine/VII; 5-8-6 Inv/VII; (2)-3-3 Arty/VII; 2-2-6 Gen/FN; (7)-1-12 FN
scn.2.nat.setup.03 | 49.13 +2
    5-8-6 Ardi/VIII; 5-8-6 Imp/VIII; 5-8-6 Tem/VIII; (2)-3-3 Arty/VIII
scn.2.nat.setup.04 | 49.13 +2
    +2/-1-12 3/CRS; +2/-1-12 4/CRS
scn.2.nat.setup.05 | 49.13 +2
    5-8-6 Tor/IV; 5-8-6 Bis/IV; 5-8-6 Buf/IV; (2)-3-3 Arty/IV
scn.2.nat.setup.06 | -
    6x Arty/CTV; 2x truck
scn.2.nat.T2.01 | 62.16
    (7)-1-12 PN; 2-2-6 Gen/PN; 4-7-5 Lu/IX; 4-7-5 Ura/IX; 4-7-5 Temp/IX; (2)-3-3 Arty/IX; 4-7-5 Sci/X; 4-7-5 Temb/X;
    4-7-5 Car/X; (2)-3-3 Arty/X; 4-7-5 Mon/XI; 4-7-5 Pasu/XI; 4-7-5 AU/XI; (2)-3-3 Arty/XI; +2/-1-12 1/CRS;
    +2/-1-12 2/CRS; +3/-2-12 LF/CRS; +1/-1-14 AB/CRS; 2-2-14 Brs/CRS; +3/-3-6 Gen/CRS; 0-1-14 AT/CRS; 10x truck
scn.2.nat.T3.01 | 52.23
    (7)-1-12 DLV; 2-2-6 Gen/DLV; 4-7-5 Aqu/I; 4-7-5 Leo/I; 4-7-5 Carr/I; (2)-3-3 Arty/I; 4-7-5 Ind/II; 4-7-5 Fol/II;
    4-7-5 Fal/II; (2)-3-3 Arty/II; 4-7-5 Fre/III; 4-7-5 Ura/III; 4-7-5 Temp/III; (2)-3-3 Arty/III; 4-4-6 MG/Lit
scn.3.rep.setup.01 | 17.33 +2
    4-6-6 PI/49; 5-8-6 Gua 1/49
scn.3.rep.setup.02 | 10.30
    5-7-6 Tri/49
scn.3.rep.setup.03 | 35.18
    3-5-6 LR/50
scn.3.rep.setup.04 | 23.22 +1
    3-4-6 AR 1/71; 3-4-6 AR 2/71
scn.3.rep.T1.01 | 4.16
    3-5-6 Esp/71
scn.3.rep.T2.01 | Area A
    5-7-6 Gua 2/49
scn.3.rep.T4.01 | 4.16
    2-4-6 Gua5/50 (1 step); 2-4-6 20J/50 (1 step); 3-5-6 Pue4/50 (1 step); (7)-3-3 Arty
scn.3.rep.T5.01 | 4.16
    2-4-4 For
scn.3.rep.T6.01 | 4.16
    5-7-6 Edi/35; 4-6-6 LC/35; 2-4-4 For; +3/-2-10 1/BT
scn.3.rep.T6.02 | Area A
    1-2-6 2
scn.3.rep.T7.01 | Area A
    (2)-5-rr; 1-2-5
scn.3.rep.T8.01 | Area A
    2-2-9 1 Cav; 1-2-9 1 Cav
scn.3.rep.T8.02 | 4.16
    3-5-6 PdM/48
scn.3.nat.setup.01 | 38.19 +5
    8-11-7 6 Vic/Sot; 8-11-7 8 Vic/Sot; 8-11-7 8 Bai/Sot; 8-11-7 3 Tol/Sot
scn.3.nat.setup.02 | 42.18
    8-11-7 2 Ame/Sot
scn.3.nat.setup.03 | 27.25 +3
    8-11-7 6 Ara/Vil; 8-11-7 3 SQ/Vil; 6-9-7 BFBA/Vil
scn.3.nat.setup.04 | 22.31 +5
    8-11-7 Ger/IbA; 7-10-7 2 BFB/IbA; 6-8-7 TRBS/IbA; 1-2-7 Arap/IbA
scn.3.nat.setup.05 | 31.21 +3
    4x 1-2-9 Cav/PdV
scn.3.nat.setup.06 | -
    6-8-7 Mix; +2/-1-12 Tank; 3-5-7 Ing; (10)-3-3 Arty; (5)-5-2 Arty
scn.3.nat.T10.01 | -
    8-11-7 Gal; 8-11-7 Sic
scn.3.nat.T11.01 | -
    8-11-7 CC; (2)-3-3 Arty
scn.4.rep.setup.01 | 10.12
    3-5-6 Apo/71; 4-7-6 Pas/35
scn.4.rep.setup.02 | 10.11 10.10 10.09
    7-10-7 MPG/1Bis; 7-10-7 Com/1Bis; 7-10-7 JD/1Bis; 7-10-7 Tha/1Bis; +3/-2-10 6/BT
scn.4.rep.setup.03 | 11.09 12.08 13.09
    7-9-7 EA/XI (1 step); 6-8-7 CdP/XI; 3-5-6 12 Rgt
scn.4.rep.setup.04 | 14.08
    6-8-7 Tha/XI; 5-8-6 Man/33
scn.4.rep.setup.05 | 15.08 15.07 16.06
    4-6-6 Con1/70; 4-6-6 Con2/70; 5-8-6 Con3/70; 5-7-6 Con4/70; +3/-2-10 2/BT; +3/-2-10 3/BT (1 step)
scn.4.rep.setup.06 | 16.06 16.05
    6-8-7 Cam/1Bis; 5-7-7 JC/1Bis; 5-7-7 CdH/1Bis; 4-6-6 6 Div; 4-6-6 7 Div; +3/-2-10 4/BT
scn.4.rep.setup.07 | 16.04 16.03
    9-12-7 Gar/XII (1 step); 6-8-7 Dom/XII; 7-9-7 AM/XII; 4-7-6 Mad/35; +3/-2-10 5/BT
scn.4.rep.setup.08 | 16.02 17.02 18.01 19.02 20.02 20.03
    4-6-6 G-S/65; 6-9-6 Ort/65; 4-6-6 Sub/65; 5-7-6 Cor/65; 4-6-6 Goy/65
scn.4.rep.setup.09 | 10.07
    3-5-6 9 Rgt
scn.4.rep.setup.10 | 3.08
    3-5-6 11 Rgt; truck
scn.4.rep.setup.11 | -
    5x truck; (13)-5-2; (14)-7-2; (12)-3-3; 1-2-9 Cav/XII
scn.4.rep.T10.01 | Area D
    4-6-6 Ara/72; 5-7-6 Mal/72; 4-7-6 Zar/72
scn.4.nat.setup.01 | 16.11 +3
    (9)-1-14 Lit; (8)-3-3 Arty/Lit; 2-2-6 Gen/Lit; 4-4-14 Brs/Lit
scn.4.nat.setup.02 | 13.11 +2
    6-9-6 1/1; 6-9-6 2/1; 6-9-6 3/1; (2)-3-3 Arty/1; +2/-1-12 1/CRS
scn.4.nat.setup.03 | 15.09 +1
    6-9-6 1/2; 6-9-6 2/2; 6-9-6 3/2; (2)-3-3 Arty/2
scn.4.nat.setup.04 | -
    8x truck; 4-4-6 MG/Lit (1 step)
scn.4.nat.setup.05 | 18.06 +2
    4-7-5 Fre/III (1 step); 4-7-5 Ura/III; 4-7-5 Temp/III; (2)-3-3 Arty/III; 4-7-5 Fol/II; 4-7-5 Fal/II
scn.4.nat.setup.06 | 18.03
    (7)-1-12 DLV; 2-2-6 Gen/DLV; +2/-1-12 2/CRS; 6x truck
scn.4.nat.setup.07 | 18.03 +1
    4-7-5 Aqu/I; (2)-3-3 Arty/I
scn.4.nat.setup.08 | 18.02
    4-7-5 Leo/I (1 step); 4-7-5 Carr/I
scn.4.nat.setup.09 | -
    3x truck
scn.4.nat.setup.10 | 18.03 +1
    5-8-6 Ardi/VI (1 step); 5-8-6 Int/VI (1 step); 5-8-6 Aud/VI; (2)-3-3 Arty/VI
scn.4.nat.setup.11 | 33.08 +3
    5-8-6 Inf/VII (1 step); 5-8-6 Ine/VII (1 step); 5-8-6 Inv/VII; (2)-3-3 Arty/VII; 2-2-6 Gen/FN; (7)-1-12 FN;
    5-8-6 Ardi/VIII (1 step); 5-8-6 Imp/VIII (1 step); 5-8-6 Tem/VIII; (2)-3-3 Arty/VIII
scn.4.nat.setup.12 | 24.12 +3
    (7)-1-12 PN; 2-2-6 Gen/PN; 4-7-5 Lu/IX (1 step); 4-7-5 Ura/IX (1 step); 4-7-5 Temp/IX; (2)-3-3 Arty/IX;
    4-7-5 Sci/X; 4-7-5 Temb/X (1 step); 4-7-5 Car/X (1 step); (2)-3-3 Arty/X; 4-7-5 Mon/XI (1 step);
    4-7-5 Pasu/XI (1 step); 4-7-5 AU/XI; (2)-3-3 Arty/XI
scn.4.nat.setup.13 | 39.03 +3
    5-8-6 Tor/IV; 5-8-6 Bis/IV
scn.4.nat.setup.14 | -
    (11)-3-3 Arty/CTV; 2x (15)-5-2 Arty/CTV; (18)-7-2 Arty/CTV
"""

# Reserve markers, by the list they stand in.
MARKERS = {
    "scn.1.rep.setup.14": 1, "scn.1.rep.T2.04": 2, "scn.1.rep.T3.02": 4, "scn.1.rep.T4.02": 1, "scn.1.rep.T5.02": 2,
    "scn.1.rep.T5.03": 1, "scn.1.rep.T5x.02": 2, "scn.1.rep.T6.04": 2, "scn.1.rep.T7.04": 1, "scn.1.nat.setup.14": 9,
    "scn.1.nat.T2.02": 6, "scn.1.nat.T4.02": 7, "scn.2.rep.setup.11": 1, "scn.2.rep.T2.02": 2, "scn.2.rep.T3.02": 4,
    "scn.2.nat.T2.02": 6, "scn.3.rep.T6.03": 1, "scn.3.nat.setup.07": 6, "scn.4.rep.setup.12": 12,
    "scn.4.nat.setup.15": 12}

ITEM = re.compile(r"(?:(\d+)x )?(\S+)(?: (.+?))?(?: \((1) step\))?")


def lists() -> dict[str, tuple[str, list[tuple[int, str, str, int]]]]:
    """By rule: where, and what: number, factors or "truck", designation or "", steps or 0 (full)."""
    found: dict[str, tuple[str, list[tuple[int, str, str, int]]]] = {}
    for block in re.split(r"\n(?=scn)", BOOK.strip()):
        head, body = block.split("\n", 1)
        rule, place = head.split(" | ")
        items = []
        for text in " ".join(body.split()).split("; "):
            m = ITEM.fullmatch(text)
            assert m is not None, text
            items.append((int(m[1] or 1), m[2], m[3] or "", int(m[4] or 0)))
        found[rule] = (place, items)
    return found
