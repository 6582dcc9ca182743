Definition nothing := 0.
