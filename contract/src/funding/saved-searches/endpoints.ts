import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, ownName } from '../../fields.ts'
import { savedFilters } from '../marketplace/choosing.ts'

export const mostSavedSearches = 20
export const longestSearchName = 60

export const savedSearch = z.object({
  savedSearchId: z.string(),
  name: z.string(),
  filters: savedFilters,
  createdDate: instant,
})
export type SavedSearch = z.infer<typeof savedSearch>

const nameSentence = `Nama pencarian harus terdiri dari 1 sampai ${longestSearchName} karakter.`
const nameField = ownName(longestSearchName, nameSentence)
const idText = z.string().check(z.maxLength(100))

export const listSavedSearches = endpoint({
  operationId: 'listSavedSearches',
  method: 'GET',
  path: '/saved-searches',
  auth: 'lender',
  summary: 'The searches of the marketplace that this lender has saved, by name; at most 20.',
  answer: z.object({ list: z.array(savedSearch) }),
  errors: [],
})

export const saveSearch = endpoint({
  operationId: 'saveSearch',
  method: 'POST',
  path: '/saved-searches',
  auth: 'lender',
  summary: 'Save a search under a name. The same name and filters again answer the search that is there.',
  body: z.strictObject({ name: nameField, filters: savedFilters }),
  answer: savedSearch,
  errors: ['SAVED_SEARCH_NAME_TAKEN', 'SAVED_SEARCHES_FULL'],
})

export const changeSavedSearch = endpoint({
  operationId: 'changeSavedSearch',
  method: 'PUT',
  path: '/saved-searches',
  auth: 'lender',
  summary: 'Give a saved search another name and, if they are sent, other filters.',
  body: z.strictObject({ savedSearchId: idText, name: nameField, filters: z.optional(savedFilters) }),
  answer: savedSearch,
  errors: ['SAVED_SEARCH_NOT_FOUND', 'SAVED_SEARCH_NAME_TAKEN'],
})

export const deleteSavedSearch = endpoint({
  operationId: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/saved-searches',
  auth: 'lender',
  summary: 'Delete a saved search.',
  query: z.strictObject({ savedSearchId: idText }),
  answer: z.object({ message: z.literal('success') }),
  errors: ['SAVED_SEARCH_NOT_FOUND'],
})
