import { randomBytes } from 'node:crypto'
import type { PrivyConfig } from '../config.ts'
import { upload } from '../esign/documents.ts'
import type { DocumentRecord } from '../esign/model.ts'
import type { Provider } from '../esign/provider.ts'

/** The errors of the fields, in Privy's format. */
export class FieldsRefused extends Error {
  readonly errors: { field: string; messages: string[] }[]

  constructor(field: string, message: string) {
    super(message)
    this.errors = [{ field, messages: [message] }]
  }
}

/** A signer with this prefix in the PrivyID is not registered, and the upload is refused. */
const unknownSigner = 'unknown-'

type Named = { privyId: string; enterpriseToken?: string | null; type?: string }

/**
 * Stores one PDF of a form for one signer. A repeated upload cannot be recognised, so each creates a document of its
 * own.
 * @throws FieldsRefused
 */
export async function takeUpload(
  provider: Provider,
  config: PrivyConfig,
  form: FormData,
): Promise<{ docToken: string; recipient: Named }> {
  const title = textOf(form, 'documentTitle')
  const docType = textOf(form, 'docType')
  if (!['Serial', 'Parallel'].includes(docType))
    throw new FieldsRefused('docType', 'must be Serial or Parallel')
  const owner = named(textOf(form, 'owner'), 'owner')
  if (owner.privyId !== config.ownerId || owner.enterpriseToken !== config.enterpriseToken)
    throw new FieldsRefused('owner', 'privyId or enterpriseToken is not valid')
  const recipient = onlyRecipient(textOf(form, 'recipients'))
  const file = form.get('document')
  if (!(file instanceof File)) throw new FieldsRefused('document', 'cannot be blank')
  const content = Buffer.from(await file.arrayBuffer())
  const own: Required<Pick<DocumentRecord, 'docToken' | 'privy'>> = {
    docToken: randomBytes(32).toString('hex'),
    privy: { title, ownerId: owner.privyId, docType },
  }
  await upload(
    provider,
    {
      reference: `privy:${own.docToken}`,
      callbackUrl: config.callbackUrl,
      // Privy knows its users by name; the sandbox has no users.
      signer: { id: recipient.privyId, name: recipient.privyId },
      documents: [{ name: safeName(file.name), contentBase64: content.toString('base64'), page: 1 }],
    },
    own,
  )
  return { docToken: own.docToken, recipient }
}

function textOf(form: FormData, field: string): string {
  const value = form.get(field)
  if (typeof value !== 'string' || value.trim() === '') throw new FieldsRefused(field, 'cannot be blank')
  return value
}

function onlyRecipient(text: string): Named {
  const list = parse(text)
  if (!Array.isArray(list) || list.length !== 1)
    throw new FieldsRefused('recipients', 'the sandbox takes a list of one recipient')
  const recipient = named(JSON.stringify(list[0]), 'recipients')
  if (recipient.type !== 'Signer') throw new FieldsRefused('recipients', 'type must be Signer')
  if (recipient.privyId.startsWith(unknownSigner))
    throw new FieldsRefused('recipients', `PrivyID ${recipient.privyId} is not registered`)
  return recipient
}

function named(text: string, field: string): Named {
  const value = parse(text) as Partial<Named> | null
  if (typeof value?.privyId !== 'string' || value.privyId === '')
    throw new FieldsRefused(field, 'privyId cannot be blank')
  return value as Named
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A name that is safe in a header and on the page. */
const safeName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9 ._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 120) || 'document.pdf'
