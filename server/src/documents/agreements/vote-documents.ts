import type { DocumentContext } from '../context.ts'
import { joinPlace, type StoredBytes, storedBytes } from '../store/index.ts'
import { maybe } from '../../platform/db/database.ts'

export type VoteDocument = { id: string; voteId: string; kind: 'ADDENDUM' | 'RECORD'; bytes: Buffer }

/** The addendum or the record of a vote in which this lender has a right. */
export async function findVoteDocument(
  { db, contents }: Pick<DocumentContext, 'db' | 'contents'>,
  lenderId: number,
  id: string,
): Promise<VoteDocument | undefined> {
  const found = await maybe<Omit<VoteDocument, 'bytes'> & StoredBytes>(
    db,
    'documents.agreements.find_of_vote',
    `select d.id, d.vote_id as "voteId", d.kind, ${storedBytes} from vote_document d ${joinPlace}
      where d.id = $1 and exists (select from vote_right r where r.vote_id = d.vote_id and r.lender_id = $2)`,
    [id, lenderId],
  )
  return found && { id: found.id, voteId: found.voteId, kind: found.kind, bytes: await contents.read(found) }
}
