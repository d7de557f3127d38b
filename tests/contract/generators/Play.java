import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ActionsApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.SeatsApi;
import org.openapitools.client.model.CarolusMagnusCreateGameRequest;
import org.openapitools.client.model.CarolusMagnusGame;
import org.openapitools.client.model.CarolusMagnusOptions;
import org.openapitools.client.model.CarolusMagnusSeatAction;
import org.openapitools.client.model.CarolusMagnusSentAction;
import org.openapitools.client.model.CarolusMagnusTakeActionsRequest;
import org.openapitools.client.model.Status;
import org.openapitools.client.model.TakeSeatRequest;

/** Plays Carolus Magnus against the house to the end, with the client of openapi-generator. */
public final class Play {
    public static void main(String[] arguments) throws Exception {
        var opener = client(arguments[0], null);
        var options = new CarolusMagnusOptions().players(2);
        var created = new GamesApi(opener).createGame(
            new CarolusMagnusCreateGameRequest()
                .ruleset(CarolusMagnusCreateGameRequest.RulesetEnum.CAROLUS_MAGNUS).options(options),
            null, null);
        var id = created.getGame().getId();
        var me = client(arguments[0], created.getTokens().getSeats().get(0));
        var creator = client(arguments[0], created.getTokens().getCreator());
        new SeatsApi(me).takeSeat(id, 0, null, null, null, null, new TakeSeatRequest().name("Anna"));
        new SeatsApi(creator).takeSeat(id, 1, null, null, null, null, new TakeSeatRequest().bot("greedy"));
        var actions = new ActionsApi(me);
        var random = new Random(1);
        Set<String> kinds = new HashSet<>();
        CarolusMagnusGame game;
        while ((game = new GamesApi(opener).getGame(id, null, null, null)).getStatus() == Status.RUNNING) {
            if (game.getAwaits().isEmpty() || game.getAwaits().get(0).getSeat().getInteger() != 0) {
                Thread.sleep(5);
                continue;
            }
            List<CarolusMagnusSeatAction> legal = actions.listLegalActions(id, 20, null, null, null, null).getActions();
            var chosen = legal.get(random.nextInt(legal.size()));
            kinds.add(chosen.getActualInstance().getClass().getSimpleName());
            var sent = new CarolusMagnusSentAction();
            sent.setActualInstance(chosen.getActualInstance());
            var body = new CarolusMagnusTakeActionsRequest().addActionsItem(sent);
            actions.takeActions(id, body, null, null, null, null, null, "\"" + game.getVersion() + "\"", null, null, null);
        }
        System.out.println(id + " " + game.getVersion() + " " + kinds.contains("CarolusMagnusPlacePaladins"));
    }

    private static ApiClient client(String url, String token) {
        var client = new ApiClient();
        client.updateBaseUri(url);
        if (token != null) {
            client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        }
        return client;
    }
}
