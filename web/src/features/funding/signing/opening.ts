/** The known state of the provider's page while it opens in its frame. */
export type Opening = {
  /** True when the frame has loaded: either the page, or the browser's own error page. */
  loaded: boolean
  /** Whether this browser can reach the provider; null while that is unknown or cannot be determined. */
  reached: boolean | null
  /** True when the page has exceeded its time limit for loading. */
  late: boolean
  /** True once the page has sent a message. */
  heard: boolean
}

/**
 * Whether the page is open, as far as a frame of another origin can be observed. `doubtful`: something has loaded, but
 * the reachability check of the provider got no answer. That may be the browser's error page, or a provider that does
 * not answer such requests: the frame stays, with instructions beside it.
 */
export function openingState({
  loaded,
  reached,
  late,
  heard,
}: Opening): 'opening' | 'open' | 'doubtful' | 'unreachable' {
  if (heard) return 'open'
  if (loaded) return reached === false ? 'doubtful' : 'open'
  return late || reached === false ? 'unreachable' : 'opening'
}
