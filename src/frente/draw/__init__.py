"""Drawing for print and screen: hex maps and counters as vector pictures."""
