/** The scroll position of a document, in CSS pixels. */
export type ScrollPlace = { scrollTop: number; clientHeight: number; scrollHeight: number }

/** Tolerance in CSS pixels: with page zoom, scrolling stops a fraction of a pixel before the end. */
const tolerance = 2

/** Whether the document is scrolled to its bottom; also true for a text that fits without scrolling. */
export const isAtBottom = ({ scrollTop, clientHeight, scrollHeight }: ScrollPlace): boolean =>
  scrollTop + clientHeight >= scrollHeight - tolerance

/** Only pages of our own origin can use this channel. */
const channelName = 'terms-reading'

const isReadOf = (message: unknown, reading: string): boolean =>
  typeof message === 'object' && message !== null && 'read' in message && message.read === reading

/**
 * Calls back when the terms window of this reading was scrolled to its bottom.
 * @param reading the random id of this reading; windows of other dialogs do not count
 * @returns a function that stops listening
 */
export function onTermsRead(reading: string, callBack: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (isReadOf(data, reading)) callBack()
  }
  return () => channel.close()
}

/** Notifies the dialog that opened the terms window that the terms were read. */
export function notifyTermsRead(reading: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ read: reading })
  channel.close()
}
