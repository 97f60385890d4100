/** The part of WinAnsiEncoding (PDF 32000-1, annex D.2) that is not Latin-1. */
const BEYOND_LATIN_1: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  Š: 0x8a,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  š: 0x9a,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
}

/**
 * The bytes of a text in the encoding of the standard fonts. A letter that they lack loses its accents,
 * or becomes a question mark; control characters become spaces.
 */
export function toWinAnsi(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text.normalize('NFC')) {
    bytes.push(byteOf(character) ?? byteOf(character.normalize('NFD').charAt(0)) ?? 0x3f)
  }
  return Uint8Array.from(bytes)
}

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0x20
  if (code <= 0xff) return code
  return BEYOND_LATIN_1[character]
}
