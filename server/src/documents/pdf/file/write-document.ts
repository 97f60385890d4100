import { embed, type GlyphSet } from './glyph-set.ts'
import { name, type Reference } from './objects.ts'
import { type Page, pageSize } from './page.ts'
import { type Facts, pack, type PdfFile } from './pdf-file.ts'
import type { Structure } from './structure.ts'

type Contents = {
  facts: Facts
  structure: Structure
  pages: readonly Page[]
  fonts: readonly (readonly [string, GlyphSet])[]
  fields: readonly Reference[]
}

/** Writes fonts, pages, structure tree and form, and finishes the file. */
export function writeDocument(file: PdfFile, { facts, structure, pages, fonts, fields }: Contents): Buffer {
  const Resources = file.add({
    Font: Object.fromEntries(fonts.map(([font, glyphs]) => [font, embed(file, glyphs)])),
  })
  const tree = file.reserve()
  for (const page of pages)
    file.put(page.reference, {
      Type: name('Page'),
      Parent: tree,
      Contents: file.addStream(pack(page.bytes, 4)),
      Resources,
      StructParents: page.key,
      Tabs: name('S'),
      Annots: page.fields.length > 0 ? page.fields : undefined,
    })
  file.put(tree, {
    Type: name('Pages'),
    MediaBox: [0, 0, pageSize.width, pageSize.height],
    Kids: pages.map(({ reference }) => reference),
    Count: pages.length,
  })
  const catalog = {
    Pages: tree,
    Lang: 'id-ID',
    MarkInfo: { Marked: true },
    StructTreeRoot: structure.finish(),
    ViewerPreferences: { DisplayDocTitle: true },
    // The form flags SignaturesExist and AppendOnly (ISO 32000-1, table 219).
    AcroForm: fields.length > 0 ? file.add({ Fields: fields, SigFlags: 3 }) : undefined,
  }
  return file.finish(catalog, facts)
}
