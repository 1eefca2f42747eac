package io.diskvigil.adapter;

import io.diskvigil.model.PollOutcome.Cause;
import java.time.Duration;
import java.util.Optional;

/** What became of the wish to start a self-test; words are one line for a person, in the tool's own where it has some. */
public sealed interface SelfTestReply {
    /**
     * It runs, or is over already.
     *
     * @param estimate how long it takes, if the tool told
     */
    record Started(Optional<Duration> estimate) implements SelfTestReply {}

    /** Another test runs, which was left alone. */
    record AlreadyRunning() implements SelfTestReply {}

    /** The drive sleeps and was left asleep. */
    record Asleep() implements SelfTestReply {}

    /**
     * The drive or its controller said no.
     *
     * @param forGood the words mean that it can never be done here; any other failure may be of the moment
     */
    record Refused(String words, boolean forGood) implements SelfTestReply {}

    /** This tool cannot do that with this drive. */
    record NotPossible(String why) implements SelfTestReply {}

    /** Whether it runs is not known: the drive or the tool did not answer as it should. */
    record Failed(Cause cause, String detail) implements SelfTestReply {}
}
