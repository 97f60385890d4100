/** How far a document is scrolled, in CSS pixels. */
export type ScrollPlace = { scrollTop: number; clientHeight: number; scrollHeight: number }

/** Zoomed pages stop a fraction of a pixel before their end. */
const tolerance = 2

/** True at the bottom, and for a text that fits without scrolling. */
export const isAtBottom = ({ scrollTop, clientHeight, scrollHeight }: ScrollPlace): boolean =>
  scrollTop + clientHeight >= scrollHeight - tolerance

/** Only pages of our own origin hear this channel. */
const channelName = 'terms-reading'

const isReadOf = (message: unknown, reading: string): boolean =>
  typeof message === 'object' && message !== null && 'read' in message && message.read === reading

/**
 * Calls back when the terms window of this reading was scrolled to its bottom.
 * @param reading the random name of this reading; another dialog's window does not count
 * @returns a function that stops listening
 */
export function onTermsRead(reading: string, callBack: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (isReadOf(data, reading)) callBack()
  }
  return () => channel.close()
}

/** Tells the dialog that opened the terms window that they were read. */
export function tellTermsRead(reading: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ read: reading })
  channel.close()
}
