-- Prizes of tripletas that stand on another draw than the one that completed them by the clock, and prizes paid at
-- another agency that nothing tells the two agencies of: both are put right when the migrations are through, by entries
-- added, and this goes with it.
CREATE TABLE prizes_before (singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton));
