import type { CollectionEvidence } from '@footfall/core-domain'
import { z } from 'zod'

export const OnboardingStep = z.object({
  id: z.enum([
    'add_domain_or_app',
    'install_tracker',
    'first_event',
    'define_goal',
    'first_conversion',
    'create_funnel',
    'invite_team',
  ]),
  title: z.string(),
  done: z.boolean(),
  optional: z.boolean(),
  evidence: z.string().meta({ description: 'What was found, as a sentence.' }),
})
type OnboardingStep = z.infer<typeof OnboardingStep>

export const OnboardingReport = z.object({
  complete: z.boolean().meta({ description: 'Whether every step that is not optional is done.' }),
  steps: z.array(OnboardingStep),
})

interface OnboardingFacts {
  readonly evidence: CollectionEvidence
  readonly hostnames: readonly string[]
  readonly apps: readonly string[]
  readonly goals: readonly string[]
  readonly funnels: readonly string[]
  /** Members and invited people, counted up to two. */
  readonly people: number
}

/** The steps in the order a newcomer takes them, each checked by what was really seen. */
export function onboardingSteps({
  evidence,
  hostnames,
  apps,
  goals,
  funnels,
  people,
}: OnboardingFacts): OnboardingStep[] {
  const places = [...hostnames, ...apps]
  return [
    step('add_domain_or_app', 'Add a domain or an app', places.length > 0, listed(places, 'No domain and no app yet.')),
    step(
      'install_tracker',
      'Install the tracker',
      evidence.tracker_version !== undefined,
      evidence.tracker_version === undefined
        ? 'No event sent by the tracker script yet; events of other senders do not count here.'
        : `Tracker version ${evidence.tracker_version} seen.`,
      // An app sends events without the script.
      apps.length > 0 && hostnames.length === 0,
    ),
    step(
      'first_event',
      'Receive the first event',
      evidence.first_event_at !== undefined,
      evidence.first_event_at === undefined
        ? 'No event received yet.'
        : `First event at ${evidence.first_event_at}; ${evidence.events} events so far.`,
    ),
    step('define_goal', 'Define a goal', goals.length > 0, listed(goals, 'No tracked event is a goal yet.')),
    step(
      'first_conversion',
      'See the first conversion',
      evidence.first_goal !== undefined,
      evidence.first_goal === undefined
        ? 'No goal was reached yet.'
        : `${evidence.first_goal.name} first reached at ${evidence.first_goal.at}.`,
    ),
    step('create_funnel', 'Create a funnel', funnels.length > 0, listed(funnels, 'No funnel yet.'), true),
    step('invite_team', 'Invite your team', people > 1, people > 1 ? 'More than one person.' : 'Only you.', true),
  ]
}

function step(
  id: OnboardingStep['id'],
  title: string,
  done: boolean,
  evidence: string,
  optional = false,
): OnboardingStep {
  return { id, title, done, optional, evidence }
}

function listed(names: readonly string[], none: string): string {
  if (names.length === 0) return none
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more.` : `${shown}.`
}
