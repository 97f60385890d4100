import type { Endpoints } from '@pematang/contract/endpoints'
import { choiceFields } from '@pematang/contract/funding/marketplace/choosing'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Entry } from './matrix-entry.ts'
import type { Stage } from './matrix-stage.ts'

type Operation =
  | 'listMarketplace'
  | 'countMarketplace'
  | 'listSavedSearches'
  | 'saveSearch'
  | 'changeSavedSearch'
  | 'deleteSavedSearch'

const choiceQuery = Object.keys(choiceFields).map((name) => `query.${name}`)
const choiceBody = Object.keys(choiceFields).map((name) => `body.filters.${name}`)

/** The part of the matrix about choosing loans. Loan types and grades are public; an unknown one finds nothing. */
export const choosingMatrix: Pick<Record<keyof Endpoints, (stage: Stage) => Entry>, Operation> = {
  listMarketplace: ({ cursor }) => ({
    ids: {
      'query.cursor': {
        input: (text) => ({ query: { sort: 'newest', limit: '1', cursor: String(text) } }),
        mine: cursor.mine,
        foreign: {
          'another lender’s': cursor.theirs,
          'one that never was': randomBytes(16).toString('base64url'),
        },
      },
    },
    plain: ['query.limit', 'query.page', 'query.flag', ...choiceQuery],
  }),
  countMarketplace: () => ({ ids: {}, plain: choiceQuery }),
  listSavedSearches: () => ({ ids: {}, plain: [] }),
  saveSearch: () => ({ ids: {}, plain: ['body.name', ...choiceBody] }),
  changeSavedSearch: ({ savedSearch, notice }) => ({
    ids: {
      'body.savedSearchId': {
        input: (savedSearchId) => ({ body: { savedSearchId, name: 'Tenor pendek' } }),
        mine: savedSearch.mine,
        foreign: {
          'another lender’s': savedSearch.theirs,
          'one that never was': randomUUID(),
          'a notice': notice.mine,
        },
      },
    },
    plain: ['body.name', ...choiceBody],
  }),
  deleteSavedSearch: ({ savedSearch, notice }) => ({
    ids: {
      'query.savedSearchId': {
        input: (savedSearchId) => ({ query: { savedSearchId: String(savedSearchId) } }),
        foreign: {
          'another lender’s': savedSearch.theirs,
          'one that never was': randomUUID(),
          'a notice': notice.mine,
        },
      },
    },
    plain: [],
  }),
}
