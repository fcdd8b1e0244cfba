// The pages that check as they are drawn: their many files are named here, and not in what every page begins with.

export const settings = () => import('./account/settings.tsx')
export const activity = () => import('./history/activity.tsx')
export const security = () => import('./account/security/security.tsx')
export const people = () => import('./account/people/people.tsx')
export const person = () => import('./account/people/person.tsx')
export const integrations = () => import('./integrations/integrations.tsx')
export const leads = () => import('./lead/leads.tsx')
export const questions = () => import('./questionnaire/questions/questions.tsx')
export const steps = () => import('./questionnaire/steps/steps.tsx')
export const agency = () => import('./settings/agency.tsx')
