/** The site that passkeys are for: its origin, and the name that a device shows. */
export type RelyingParty = { origin: string; name: string }

/** The id of a relying party (WebAuthn, section 4): the host of its origin. */
export const idOf = ({ origin }: RelyingParty): string => new URL(origin).hostname

/** A challenge may be answered for this time, in seconds. */
export const challengeSeconds = 300

/** So many passkeys a person may have that are not revoked. */
export const mostPasskeys = 10

/** ES256, EdDSA and RS256 (RFC 9053 and RFC 8812), which all authenticators have one of. */
export const algorithms = [-7, -8, -257] as const
