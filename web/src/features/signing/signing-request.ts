/** What the signing screen needs; carried as router state, which survives a reload and is in no address. */
export type SigningRequest = {
  docToken: string
  /** The lender's name at the e-signature provider. */
  digiSignId: string
  /** The page for the signature; the server decides where none is named. */
  signCoordinatePage?: number
}

/**
 * Reads the router state of the signing screen.
 * @param ownDigiSignId of the session user, for states that do not name the signer
 * @returns null when no document is named
 */
export function readSigningRequest(state: unknown, ownDigiSignId: string): SigningRequest | null {
  if (typeof state !== 'object' || state === null) return null
  const { docToken, digiSignId, signCoordinatePage } = state as Record<string, unknown>
  if (typeof docToken !== 'string' || docToken === '') return null
  return {
    docToken,
    digiSignId: typeof digiSignId === 'string' && digiSignId ? digiSignId : ownDigiSignId,
    ...(Number.isSafeInteger(signCoordinatePage) && { signCoordinatePage: signCoordinatePage as number }),
  }
}
