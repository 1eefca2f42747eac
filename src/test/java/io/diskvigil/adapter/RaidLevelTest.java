package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaidLevelTest {
    @ParameterizedTest
    @CsvSource({
        "RAID-0,4,0,0",
        "RAID0,4,1,0",
        "RAID-1,2,0,1",
        "RAID1,3,0,1",
        "RAID1,4,0,1",
        "RAID1,4,1,0",
        "RAID00,4,0,0",
        "RAID-0+1,4,0,1",
        "Raid5,5,0,1",
        "RAID 5,5,1,0",
        "RAID5,5,2,0",
        "RAID-6,12,1,1",
        "Raid6,12,0,2",
        "RAID-10,8,0,1",
        "Raid1+0,8,1,0",
        "RAID1E,3,0,1",
        "RAID50,10,0,1",
        "RAID60,16,1,1",
        "Raid30,10,0,1",
        "Primary-5,6,0,1",
        "JBOD,1,0,0",
        "Single,1,0,0",
    })
    void aVolumeCanLoseWhatItsLevelSaysWithoutWhatItHasLost(String level, int size, int missing, int left) {
        assertThat(RaidLevel.redundancyLeft(level, size, missing)).isEqualTo(OptionalInt.of(left));
    }

    @Test
    void aWordThatIsNoLevelTellsNothing() {
        assertThat(RaidLevel.redundancyLeft("CacheCade", 2, 0)).isEmpty();
        assertThat(RaidLevel.redundancyLeft("", 2, 0)).isEmpty();
    }
}
