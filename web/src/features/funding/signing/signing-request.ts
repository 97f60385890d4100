/** The input of the signing screen; passed as router state, which survives a reload and is not in the URL. */
export type SigningRequest = {
  docToken: string
  /** The lender's id at the e-signature provider. */
  digiSignId: string
  /** The page for the signature; if omitted, the server decides. */
  signCoordinatePage?: number
}

/**
 * Reads the router state of the signing screen.
 * @param ownDigiSignId the session user's id at the e-signature provider, used for states without one
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
