package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotJsonTest {
  @Test
  void writesAllThatIsKnown() {
    assertThat(SnapshotJson.of(ConsoleSample.fixed()).toString())
        .isEqualTo(
            """
            {"takenAtMillis":1700000060000,"startedAtMillis":1700000000000,"version":"1.2.3",\
            "setting":{"file":"/srv/penstock.yaml","inFile":"enforce","mode":"off",\
            "switchedBy":"console"},\
            "rules":[{"direction":"outbound","name":"stripe","inFile":"enforce","mode":"off",\
            "switchedBy":null,"limits":"25/s","requests":{"admitted":1,"rejected":2,\
            "would_reject":3,"exempt":4,"shed":5,"overflow":6,"failed_open":7},\
            "retryAfterSeconds":{"bounds":[0.001,0.01,1.0],"counts":[0,1,2,3],"sum":1.5},\
            "remainingShare":{"bounds":[0.001,0.01,1.0],"counts":[4,3,2,1],"sum":1.5},\
            "waitSeconds":{"bounds":[0.001,0.01,1.0],"counts":[5,6,7,0],"sum":1.5},\
            "held":3,"liveKeys":1240,"lastMatchedMillis":1700000040000}],\
            "inbound":{"admitted":10,"rejected":20,"would_reject":0,"exempt":0,"shed":0,\
            "overflow":0,"failed_open":0},\
            "outbound":{"admitted":1,"rejected":2,"would_reject":0,"exempt":0,"shed":0,\
            "overflow":0,"failed_open":0},\
            "hooks":[{"name":"jersey","state":"not_met","classes":0}],"ports":[],\
            "limited":[{"rule":"api","id":"a\\"b</script>","count":7,"tooMany":1}],\
            "shadow":{"candidate":"next.yaml: rule api as sliding-window, 100/min",\
            "ready":false,"reasons":["3.10 % of the calls would be treated otherwise, more than \
            2 %","rule api turns away 41 clients that pass today"],"bothAdmit":91200,\
            "onlyOldRejects":140,"onlyNewRejects":2900,"bothReject":4000,\
            "newlyRejected":[{"rule":"api","id":"9c41e07ab2","count":820,"tooMany":12}],"excluded":[]},\
            "store":{"liveKeys":5,"mostKeys":1000000,"redis":{\
            "address":"redis://redis.internal:6379","answering":true,"asked":120400,\
            "roundTrips":60100,"late":0,"away":0,"errors":0,"opened":0,"closed":0,\
            "latencySeconds":{"bounds":[0.001,0.01,1.0],"counts":[90000,30000,400,0],\
            "sum":1.5},"decidedByRedis":118000,"decidedHere":0,"letThrough":0,\
            "turnedAway":0}},\
            "reloads":{"loaded":2,"failed":1,"lastMillis":1700000050000,\
            "lastWords":"rules are in force","problems":["penstock.yaml:3:15: error: unknown \
            unit `minuts`\\u000a  |\\u000a3 |     rate: 100/minuts\\u000a  |               \
            ^^^^^^\\u000a  = at inbound.api.rate\\u000a  = help: did you mean `min`? Units are \
            ms, s, min, h, day, week and month"]},"switches":3,"suppressedErrors":0}\
            """);
  }
}
