import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertVersion, lockCurrent } from './store.ts'

/** The minimum and maximum length of a risk warning, in UTF-16 code units. */
export const textLength = { least: 200, most: 20_000 }

/**
 * Publishes a new text of the risk warning, which every lender has to accept before their next funding.
 * @throws Refusal RISK_WARNING_UNCHANGED for the text in force; Error for one that is too short or too long
 */
export const publishRiskWarning = mutation<Context, { text: string }, { version: number; sha256: string }>({
  operation: 'publishRiskWarning',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { text }) {
    const { least, most } = textLength
    if (text.length < least || text.length > most)
      throw new Error(`Teks ini ${text.length} karakter; harus ${least} sampai ${most}.`)
    const current = await lockCurrent(tx)
    if (text === current.text) throw new Refusal('RISK_WARNING_UNCHANGED')
    const version = current.version + 1
    const sha256 = createHash('sha256').update(text, 'utf8').digest()
    await insertVersion(tx, { version, text, sha256 })
    const answer = { version, sha256: sha256.toString('hex') }
    return { answer, subject: `risk-warning:${version}`, detail: answer }
  },
})

/** Normalises a text from a file: line breaks of any system, no trailing spaces, one empty line between paragraphs. */
export const tidyText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
