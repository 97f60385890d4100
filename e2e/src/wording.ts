import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Words of English sentences. The English names of section 2 of the specification contain none of them. */
const english =
  /\b(the|and|of|your|you|please|with|is|are|was|not|error|failed|loading|invalid|required|close|open|search|next|previous|show|hide|select|toggle|sign|submit|amount|loan|page|days? left)\b/gi
const englishMonth =
  /\b(January|February|March|May|June|July|August|October|December|Jan|Feb|Mar|Jun|Jul|Aug|Oct|Dec) \d/g
const numericDate = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/g
const amount = /(?:Rp|IDR|\$)\s?[\d.,]*\d/g
const rupiah = /^Rp\d{1,3}(?:\.\d{3})*(?:,\d{1,2})?$/

/** Everything that a lender reads or hears on the page, without the text of agreements, and columns and lines of files. */
function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [placeholder], [title], img[alt]')].flatMap(
      (element) =>
        ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    )
    const sheets = [...document.querySelectorAll<HTMLElement>('canvas ~ *, code')]
    for (const sheet of sheets) sheet.hidden = true
    const text = document.body.innerText
    for (const sheet of sheets) sheet.hidden = false
    return [document.title, text, ...spoken].join('\n')
  })
}

/**
 * Checks that everything on the page is Indonesian or one of the specification's own terms; amounts are written
 * Rp1.250.000 and dates are long.
 * @param where the name of the page in the error message
 */
export async function expectIndonesian(page: Page, where: string): Promise<void> {
  const text = (await readPage(page)).replaceAll(/Preview Agreement|Jumlah Funding/g, '')
  const wrong = [
    ...(text.match(english) ?? []),
    ...(text.match(englishMonth) ?? []),
    ...(text.match(numericDate) ?? []),
    ...(text.match(amount) ?? []).filter((one) => !rupiah.test(one)),
  ]
  const language = await page.evaluate(() => document.documentElement.lang)
  expect({ where, language, wrong }).toEqual({ where, language: 'id', wrong: [] })
}
