/** After everything was deleted: what this browser kept goes, too. Only whoever is a stranger here loads this. */

import { subscription } from "./push_subscription.js";

try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("intrigue.")) localStorage.removeItem(key);
} catch {
    // Storage may be closed to us; then nothing was kept.
}
subscription()
    .then((found) => found?.unsubscribe())
    .catch(() => {}); // there is no web push without https
