package io.diskvigil.inventory;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import java.util.Optional;

/** The ways in which a component is recognised, the surest first. */
enum Match {
    SERIAL {
        @Override
        boolean fits(Component known, Component seen) {
            return serials(known, seen)
                    && Identities.sameSerial(known.identity(), seen.identity())
                    && agree(known.identity(), seen.identity());
        }
    },
    /**
     * Behind SAS bridges a serial may be cut to 8 or 20 characters. Drives of one batch begin alike, so that a beginning
     * needs the WWN or the door as a witness.
     */
    CUT_SERIAL {
        @Override
        boolean fits(Component known, Component seen) {
            return serials(known, seen)
                    && !known.identity().model().isEmpty()
                    && !seen.identity().model().isEmpty()
                    && (Identities.endsAlike(known.identity(), seen.identity())
                            || (Identities.beginsAlike(known.identity(), seen.identity())
                                    && (Identities.sameWwn(known.identity(), seen.identity())
                                            || Doors.shared(known, seen))))
                    && agree(known.identity(), seen.identity());
        }

        @Override
        Optional<String> note(Component seen) {
            return Optional.of("the serial '%s' is cut off or fuller than before: recognised by its end or beginning"
                    .formatted(seen.identity().serial()));
        }
    },
    /** Only where a serial is missing: two drives that tell different serials and the same WWN are two drives. */
    WWN {
        @Override
        boolean fits(Component known, Component seen) {
            return !serials(known, seen)
                    && Identities.sameWwn(known.identity(), seen.identity())
                    && Identities.compatibleModel(known.identity(), seen.identity());
        }
    },
    /** Neither name can be trusted: the model behind the same door. */
    DOOR {
        @Override
        boolean fits(Component known, Component seen) {
            return known.kind() == ComponentKind.DRIVE
                    && !serials(known, seen)
                    && Doors.shared(known, seen)
                    && agree(known.identity(), seen.identity());
        }

        @Override
        Optional<String> note(Component seen) {
            return Optional.of("no usable serial ('%s') or WWN: recognised by its model and path only"
                    .formatted(seen.identity().serial()));
        }
    },
    /** Other things than drives: the adapter's own name for it. */
    NAME {
        @Override
        boolean fits(Component known, Component seen) {
            return known.kind() != ComponentKind.DRIVE
                    && !serials(known, seen)
                    && known.id().equals(seen.id());
        }
    };

    abstract boolean fits(Component known, Component seen);

    /** What the reader of the log should know about this way. */
    Optional<String> note(Component seen) {
        return Optional.empty();
    }

    private static boolean serials(Component known, Component seen) {
        return Identities.hasSerial(known.identity()) && Identities.hasSerial(seen.identity());
    }

    private static boolean agree(Identity known, Identity seen) {
        return Identities.compatibleModel(known, seen) && !Identities.otherWwn(known, seen);
    }
}
