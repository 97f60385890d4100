import { type StoredObject, StoreUnavailable } from './port.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal: string, hex: string, name: string) =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
        : (entities[name] ?? whole),
  )

const element = (xml: string, name: string): string | null => {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)
  return found ? decoded(found[1] ?? '') : null
}

/**
 * Reads a page of ListObjectsV2. No element contains another element of its name, so no XML parser is needed. An
 * incomplete page is an error, because an object that it leaves out would count as deleted.
 * @throws StoreUnavailable
 */
export function readListing(xml: string): { objects: StoredObject[]; next: string | null } {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>'))
    throw new StoreUnavailable('the document store lists its objects in an unknown format')
  const [, ...listed] = xml.split('<Contents>')
  const objects = listed.map((text) => {
    const content = text.slice(0, Math.max(0, text.indexOf('</Contents>')))
    const key = element(content, 'Key')
    const size = Number(element(content, 'Size') ?? Number.NaN)
    const modifiedAt = new Date(element(content, 'LastModified') ?? '')
    if (key === null || !Number.isSafeInteger(size) || Number.isNaN(modifiedAt.getTime()))
      throw new StoreUnavailable('the document store lists an object without key, size or time')
    return { key, size, modifiedAt }
  })
  if (element(xml, 'IsTruncated') !== 'true') return { objects, next: null }
  const next = element(xml, 'NextContinuationToken')
  if (next === null) throw new StoreUnavailable('the document store lists a page without the next one')
  return { objects, next }
}
