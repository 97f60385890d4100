import {
  type EsignDocument,
  type EsignProvider,
  EsignRefused,
  type EsignStatus,
  EsignUnavailable,
} from '../port.ts'
import { privyClient, type PrivyConfig, type PrivyDocument } from './client.ts'
import { readSet, writeSet } from './document-set.ts'
import { paths, stateOf } from './wire.ts'

/**
 * The Privy adapter. Privy takes one PDF at a time, signs each on a page of its own, does not store our reference and
 * cannot cancel. Every call ends within the time limit.
 */
export function privyEsign(config: PrivyConfig): EsignProvider {
  const { uploadOne, ask, download } = privyClient(config)
  return {
    repeatable: false,
    cancels: false,
    async upload({ reference, signer, documents, uploaded: known = {}, keep }) {
      const tokens = new Map<string, string>()
      for (const { name, content } of documents) {
        const token = known[name] ?? (await uploadOne(reference, signer.id, { name, content }))
        if (known[name] === undefined) await keep?.({ name, token })
        tokens.set(name, token)
      }
      return { docToken: writeSet(tokens) }
    },
    async openSession({ docToken, signerId, page, furtherPages = [], x, y, fixed }) {
      const pages = [page, ...furtherPages]
      const set = [...readSet(docToken)]
      const states = (await Promise.all(set.map(([, token]) => ask(token)))).map(stateFrom)
      const next = states.indexOf('pending')
      const token = set[next]?.[1]
      if (token === undefined || together(states) !== 'pending') {
        throw new EsignRefused('DOCUMENT_ENDED', 409, 'Privy has nothing left of it to be signed')
      }
      const place = { page: pages[next] ?? 1, x, y, fixed }
      const query = new URLSearchParams(
        Object.entries({ ...place, privyId: signerId }).map(([name, value]) => [name, String(value)]),
      )
      return {
        token,
        url: `${config.pageOrigin}${paths.page(token)}?${query.toString()}`,
        expiresAt: null,
        page: place.page,
        further: states.slice(next + 1).filter((state) => state === 'pending').length,
      }
    },
    async status(docToken): Promise<EsignDocument> {
      const documents = await Promise.all([...readSet(docToken).values()].map(ask))
      const times = documents.flatMap(({ recipients }) =>
        recipients.flatMap(({ signedAt }) => signedAt ?? []),
      )
      const state = together(documents.map(stateFrom))
      return { status: state, signedAt: state === 'signed' ? latest(times) : null }
    },
    // Privy cannot cancel: a document stays until it is signed or declined, so this only returns the status.
    cancel: async (docToken) =>
      together([...(await Promise.all([...readSet(docToken).values()].map(ask)))].map(stateFrom)),
    async fetchSigned(docToken, name) {
      const token = readSet(docToken).get(name)
      if (token === undefined) throw new EsignRefused('FILE_UNKNOWN', 404, `Privy has no ${name} of this set`)
      const document = await ask(token)
      const url = document.download?.url
      if (stateFrom(document) !== 'signed') throw new EsignRefused('NOT_SIGNED', 409, `${name} is not signed`)
      if (!url) throw new EsignUnavailable('Privy: no address of the signed file')
      return download(url)
    },
  }
}

function stateFrom({ documentStatus, recipients }: PrivyDocument): EsignStatus {
  const state = stateOf(documentStatus)
  if (state === null)
    throw new EsignUnavailable(`Privy: a status that is not known, ${documentStatus.slice(0, 40)}`)
  // A signer may have declined although Privy still reports the document as pending.
  const declined = recipients.some(({ signatoryStatus }) => stateOf(signatoryStatus ?? '') === 'rejected')
  return state === 'pending' && declined ? 'rejected' : state
}

/** The status of a set: signed when all its documents are, and ended with the first document that ends. */
function together(states: readonly EsignStatus[]): EsignStatus {
  const ended = states.find((state) => state === 'rejected' || state === 'cancelled')
  if (ended !== undefined) return ended
  return states.length > 0 && states.every((state) => state === 'signed') ? 'signed' : 'pending'
}

function latest(times: readonly Date[]): Date {
  if (times.length === 0) throw new EsignUnavailable('Privy: signed, and nobody says when')
  return new Date(Math.max(...times.map((time) => time.getTime())))
}
