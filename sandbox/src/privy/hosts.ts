/**
 * The hosts where Privy's own SDK looks for the signing page. It accepts only these two names, so a test maps them to
 * this machine. Privy owns both, so no other party can use them.
 */
export const privyHosts: readonly string[] = ['sign.privy.id', 'stg-sign.privy.id']
