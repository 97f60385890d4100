import type { Page } from 'playwright-core'

/**
 * Takes away what this browser has and one of the oldest supported ones (Chrome 123, Firefox 128, Safari 17.5) lacks.
 * It runs in a page or in a worker, so it uses nothing from outside.
 */
function removeNewFeatures(): void {
  const drop = (owner: object | undefined, ...names: PropertyKey[]) => {
    if (owner) for (const name of names) Reflect.deleteProperty(owner, name)
  }
  const all = globalThis as unknown as Record<string, { prototype: object } | undefined>
  const helpers = [
    'drop',
    'every',
    'filter',
    'find',
    'flatMap',
    'forEach',
    'map',
    'reduce',
    'some',
    'take',
    'toArray',
  ]
  drop(all.Iterator?.prototype, ...helpers)
  drop(Promise, 'try')
  for (const { prototype } of [Map, WeakMap]) drop(prototype, 'getOrInsert', 'getOrInsertComputed')
  drop(Uint8Array, 'fromBase64', 'fromHex')
  drop(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex')
  drop(Math, 'sumPrecise', 'f16round')
  drop(URL, 'parse')
  drop(RegExp, 'escape')
  drop(Error, 'isError')
  drop(Intl, 'DurationFormat')
  drop(ReadableStream, 'from')
  drop(ReadableStream.prototype, Symbol.asyncIterator, 'values')
  drop(all.Element?.prototype, 'moveBefore', 'setHTML', 'setHTMLUnsafe', 'getHTML')
  drop(all.Document?.prototype, 'startViewTransition')
  const globals = ['Iterator', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation']
  drop(globalThis, ...globals, 'CloseWatcher', 'ImageDecoder', 'Float16Array', 'Temporal')
}

/** Gives a page, and the workers that it starts, only what the oldest supported browsers have. */
export async function asOldestBrowser(page: Page): Promise<void> {
  await page.addInitScript(removeNewFeatures)
  await page.route(/worker[^/]*\.m?js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${removeNewFeatures.toString()})();${await response.text()}` })
  })
}
