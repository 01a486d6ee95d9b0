#!/bin/sh
# The protocol in another language, without a reader of JSON: moves are plain words, so a pattern finds them.
read -r hello # which game, how many players, which seat
while read -r line; do
    legal=$(printf '%s\n' "$line" | sed 's/.*"legal": \[//; s/\].*//')
    case $legal in
    '"reveal"'*) move=reveal ;; # show every card at once
    *) move=$(printf '%s\n' "$legal" | sed 's/.*"\(.*\)"/\1/') ;; # otherwise the last move of the list
    esac
    printf '{"move": "%s"}\n' "$move"
done
