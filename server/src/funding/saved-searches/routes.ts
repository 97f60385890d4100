import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { changeSavedSearch, deleteSavedSearch, listSavedSearches, saveSearch } from './saved-searches.ts'

type Operations = 'listSavedSearches' | 'saveSearch' | 'changeSavedSearch' | 'deleteSavedSearch'

export const routes = (context: Context): Routes<Operations> => ({
  listSavedSearches: ({ lender }) => listSavedSearches(context, lender.lenderId),
  saveSearch: ({ lender, body }) => saveSearch(context, lender.lenderId, body),
  changeSavedSearch: ({ lender, body }) => changeSavedSearch(context, lender.lenderId, body),
  deleteSavedSearch: ({ lender, query }) => deleteSavedSearch(context, lender.lenderId, query.savedSearchId),
})
