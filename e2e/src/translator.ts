import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Makes the page's texts those of a browser's translator, as Google Translate does it: each text, also one that comes
 * later, is replaced by a copy within `<font><font>`. It begins when the app has taken over the server's markup.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const untranslated = 'font, script, style, option, textarea, svg'
    const makeFont = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font')
    const translate = () => {
      if (!document.body || document.documentElement.dataset.first !== undefined) return
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest(untranslated)) continue
        const [outer, inner] = [makeFont(), makeFont()]
        inner.append(text.data)
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    new MutationObserver(translate).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-first'],
    })
  })
}

/** Checks that each text is the whole content of an element: a translator's copy of it then breaks nothing. */
export async function expectLoneTexts(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const isSeen = (node: Node) =>
      node instanceof Element || (node instanceof Text && node.data.trim() !== '')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const beside: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!isSeen(text) || parent?.closest('script, style, option, svg')) continue
      if ([...(parent?.childNodes ?? [])].some((other) => other !== text && isSeen(other)))
        beside.push(`${text.textContent} in ${parent?.outerHTML.slice(0, 120)}`)
    }
    return beside
  })
  expect(found, where).toEqual([])
}
