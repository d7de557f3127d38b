"""The rules of the table about seats, rematches, and positions to play on from."""

from typing import Final

from domain.ruleset import Rule

OF_SEATS: Final = (
    Rule(
        "TB-SIT-1",
        "Players can take and leave seats only before the game starts.",
        "Solo se puede ocupar o dejar un asiento antes de que empiece la partida.",
        "Plätze kann man nur einnehmen oder freigeben, bevor die Partie beginnt.",
        source="decided",
    ),
    Rule(
        "TB-SIT-2",
        "Only a free seat can be taken.",
        "Solo se puede ocupar un asiento libre.",
        "Nur ein freier Platz kann eingenommen werden.",
        source="decided",
    ),
    Rule(
        "TB-SIT-3",
        "Only house bots of this game's ruleset can take a seat.",
        "Solo pueden ocupar un asiento los bots de la casa de este reglamento.",
        "Nur die Hausbots dieses Regelwerks können einen Platz einnehmen.",
        source="decided",
    ),
    Rule(
        "TB-SIT-4",
        "Only the house plays the seat of a house bot.",
        "El asiento de un bot de la casa lo juega solo la casa.",
        "Den Platz eines Hausbots spielt nur das Haus.",
        source="decided",
    ),
    Rule(
        "TB-SIT-5",
        "A game has as many seats as its options say; the API counts them from 0.",
        "Una partida tiene tantos asientos como dicen sus opciones; la API los cuenta desde 0.",
        "Eine Partie hat so viele Plätze, wie ihre Optionen sagen; die API zählt sie ab 0.",
        source="decided",
    ),
    Rule(
        "TB-SIT-6",
        "An account can take only one seat in a game, and house bots have no account.",
        "Una cuenta solo puede ocupar un asiento por partida, y los bots de la casa no tienen "
        "cuenta.",
        "Ein Konto kann in einer Partie nur einen Platz einnehmen, und Hausbots haben kein Konto.",
        source="decided",
    ),
    Rule(
        "TB-SIT-7",
        "Only people can commit to a chain of links, only in a game that allows it, and each chain "
        "belongs to one seat.",
        "Solo las personas pueden comprometerse con una cadena de eslabones, solo en una partida "
        "que lo permite, y cada cadena es de un solo asiento.",
        "Nur Menschen können sich auf eine Kette festlegen, nur in einer Partie, die das erlaubt, "
        "und jede Kette gehört zu einem einzigen Platz.",
        source="decided",
    ),
    Rule(
        "TB-SIT-8",
        "Only the account or the house bot for which a seat is reserved can take it.",
        "Un asiento reservado solo lo puede ocupar la cuenta o el bot de la casa para quien está "
        "reservado.",
        "Einen reservierten Platz kann nur das Konto oder der Hausbot einnehmen, für den er "
        "reserviert ist.",
        source="decided",
    ),
    Rule(
        "TB-SIT-9",
        "The player of a seat that is reserved under a name plays under that name.",
        "Quien ocupa un asiento reservado con un nombre juega con ese nombre.",
        "Wer auf einem Platz sitzt, der unter einem Namen reserviert ist, spielt unter diesem "
        "Namen.",
        source="decided",
    ),
    Rule(
        "TB-RESERVE-1",
        "A game reserves all of its seats or none, each for another account or for a house bot of "
        "its ruleset.",
        "Una partida reserva todos sus asientos o ninguno, cada uno para otra cuenta o para un "
        "bot de la casa de su reglamento.",
        "Eine Partie reserviert alle ihre Plätze oder keinen, jeden für ein anderes Konto oder für "
        "einen Hausbot ihres Regelwerks.",
        source="decided",
    ),
    Rule(
        "TB-RESERVE-2",
        "A game at a table of a tournament reserves its seats.",
        "Una partida en una mesa de un torneo reserva sus asientos.",
        "Eine Partie an einem Turniertisch reserviert ihre Plätze.",
        source="decided",
    ),
    Rule(
        "TB-RESERVE-3",
        "A game gives names to all of its reserved seats or to none.",
        "Una partida da nombre a todos sus asientos reservados o a ninguno.",
        "Eine Partie gibt allen ihren reservierten Plätzen Namen oder keinem.",
        source="decided",
    ),
    Rule(
        "TB-LEAVE-1",
        "Only a seat that is taken can be left.",
        "Solo se puede dejar un asiento ocupado.",
        "Nur ein besetzter Platz kann freigegeben werden.",
        source="decided",
    ),
    Rule(
        "TB-REMATCH-1",
        "A finished game can have one rematch, with the same options, terms and house bots; the "
        "rules of the game may exchange the sides.",
        "Una partida terminada puede tener una sola revancha, con las mismas opciones y "
        "condiciones y los mismos bots de la casa; las reglas del juego pueden intercambiar los "
        "bandos.",
        "Eine beendete Partie kann eine Revanche haben, mit denselben Optionen, Bedingungen und "
        "Hausbots; die Regeln des Spiels können die Seiten tauschen.",
        source="decided",
    ),
    Rule(
        "TB-REMATCH-2",
        "In a rematch all players keep their seats; the seat of an account is for that account "
        "only.",
        "En una revancha todos conservan su asiento; el asiento de una cuenta es solo para esa "
        "cuenta.",
        "In einer Revanche behalten alle ihren Platz; der Platz eines Kontos ist nur für dieses "
        "Konto.",
        source="decided",
    ),
    Rule(
        "TB-CONTINUE-1",
        "A game can begin at a position of another game, one that its rules and options allow and "
        "that hides nothing.",
        "Una partida puede empezar en una posición de otra, que sus reglas y opciones permitan y "
        "que no oculte nada.",
        "Eine Partie kann mit einer Stellung einer anderen beginnen, die ihre Regeln und Optionen "
        "erlauben und die nichts verbirgt.",
        source="decided",
    ),
    Rule(
        "TB-CONTINUE-2",
        "You can play on only between two actions, and from a position in which the game is not "
        "over.",
        "Solo se puede seguir jugando entre dos acciones, y desde una posición en la que la "
        "partida no haya terminado.",
        "Weiterspielen kann man nur zwischen zwei Aktionen und von einer Stellung aus, in der die "
        "Partie nicht zu Ende ist.",
        source="decided",
    ),
    Rule(
        "TB-CONTINUE-3",
        "You can play on only from a game that was played and has ended: until then, it may hide "
        "something.",
        "Solo se puede seguir jugando desde una partida que se jugó y terminó: hasta entonces "
        "puede ocultar algo.",
        "Weiterspielen kann man nur von einer Partie, die gespielt wurde und zu Ende ist: Bis "
        "dahin kann sie etwas verbergen.",
        source="decided",
    ),
)
