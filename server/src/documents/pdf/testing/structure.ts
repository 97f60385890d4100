import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'

const name = (value: string) => PDFName.of(value)

/**
 * Finds what a PDF lacks for screen readers and archives (a part of ISO 14289-1 and ISO 19005-2): a language, a visible
 * title, a structure tree with all page content and fields, names of fields, embedded fonts. For tests.
 */
export async function structureFaults(bytes: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { catalog, context } = document
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const tree = catalog.lookupMaybe(name('StructTreeRoot'), PDFDict)
  const parents = tree?.lookupMaybe(name('ParentTree'), PDFDict)?.lookupMaybe(name('Nums'), PDFArray)
  const keys = new Set(parents?.asArray().flatMap((one, place) => (place % 2 === 0 ? [String(one)] : [])))
  return [
    ...(textOf(catalog.get(name('Lang'))) === 'id-ID' ? [] : ['no language']),
    ...(document.getTitle() ? [] : ['no title']),
    ...(String(catalog.lookupMaybe(name('ViewerPreferences'), PDFDict)?.get(name('DisplayDocTitle'))) ===
    'true'
      ? []
      : ['the title is not shown']),
    ...(String(catalog.lookupMaybe(name('MarkInfo'), PDFDict)?.get(name('Marked'))) === 'true'
      ? []
      : ['not tagged']),
    ...(tree ? [] : ['no structure']),
    ...document.getPages().flatMap((page, index) => pageFaults(page, index + 1, keys)),
    ...new Set(objects.flatMap(fontFaults)),
  ]
}

function pageFaults(page: PDFPage, number: number, keys: ReadonlySet<string>): string[] {
  const { node } = page
  const on = `page ${number}`
  const own = node.get(name('StructParents'))
  const widgets = (node.Annots()?.asArray() ?? []).map((one) => node.context.lookup(one, PDFDict))
  return [
    ...(own && keys.has(String(own)) ? [] : [`${on} is not in the structure`]),
    ...(String(node.get(name('Tabs'))) === '/S' || widgets.length === 0 ? [] : [`${on} has no tab order`]),
    ...untagged(contentOf(page)).map((operator) => `${on} paints with ${operator} outside of the structure`),
    ...widgets.flatMap((widget) => fieldFaults(widget, on, keys)),
  ]
}

function fieldFaults(widget: PDFDict, on: string, keys: ReadonlySet<string>): string[] {
  const title = textOf(widget.get(name('T'))) ?? 'a field'
  const { x, y, width, height } = widget.lookup(name('Rect'), PDFArray).asRectangle()
  const isOutside = x + width < 0 || y + height < 0
  const parent = widget.get(name('StructParent'))
  return [
    ...(textOf(widget.get(name('TU'))) ? [] : [`${title} on ${on} has no name for screen readers`]),
    ...(isOutside || (parent && keys.has(String(parent)))
      ? []
      : [`${title} on ${on} is not in the structure`]),
    ...(width + height === 0 || widget.has(name('AP')) ? [] : [`${title} on ${on} has no appearance`]),
  ]
}

/** Faults of a font: it, or the descendant of a composite font, needs a descriptor with the font program. */
function fontFaults(object: PDFObject): string[] {
  if (!(object instanceof PDFDict) || object.get(name('Type')) !== name('Font')) return []
  if (object.get(name('Subtype')) === name('Type0'))
    return object.has(name('ToUnicode')) ? [] : ['a font without Unicode']
  const descriptor = object.lookupMaybe(name('FontDescriptor'), PDFDict)
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((file) => descriptor?.has(name(file)))
  return isEmbedded ? [] : [`the font ${String(object.get(name('BaseFont')))} is not embedded`]
}

function contentOf({ node }: PDFPage): string {
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
  return streams
    .map((one) => node.context.lookup(one as PDFObject))
    .map((one) =>
      one instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(one).decode()).toString('latin1') : '',
    )
    .join('\n')
}

const painting = new Set([
  'Tj',
  'TJ',
  "'",
  '"',
  'S',
  's',
  'f',
  'F',
  'f*',
  'B',
  'B*',
  'b',
  'b*',
  'Do',
  'sh',
  'EI',
])

/** Painting operators outside of marked content: all content must be in a structure node or an artifact. */
function untagged(content: string): string[] {
  const bare = content.replace(/\((?:\\.|[^\\()])*\)/gs, ' ').replace(/<[0-9A-Fa-f\s]*>/g, ' ')
  const found: string[] = []
  let depth = 0
  for (const token of bare.split(/[\s[\]]+/)) {
    if (token === 'BDC' || token === 'BMC') depth += 1
    else if (token === 'EMC') depth -= 1
    else if (painting.has(token) && depth <= 0) found.push(token)
  }
  return found
}

const textOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined
