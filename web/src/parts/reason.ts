/** The shortest reason that says something; the server asks for as much. */
export const shortestReason = 5
export const longestReason = 200

/** Why a reason is not enough, or null. */
export const reasonFault = (reason: string): string | null =>
  reason.trim().length < shortestReason ? 'Tuliskan alasannya, paling sedikit 5 huruf.' : null
