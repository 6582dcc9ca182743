Print Assumptions "planted".
