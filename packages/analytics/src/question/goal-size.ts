import { type AskedScope, type GoalOfProducts, InvalidRequest, propertiesOf } from '@footfall/core-domain'
import { type Alternatives, namedGoals } from './condition.ts'

/** What a question may have of the text of goals: as much as the settings of one product hold. */
const CHARACTERS_MAX = 256 * 1024
/** Of the condition of a goal, in addition to its own text. */
const CHARACTERS_OF_GOAL = 50
/** Of the condition that a goal is of a product. */
const CHARACTERS_OF_PRODUCT = 20

type Asked = Pick<AskedScope, 'goals' | 'parts'>

/**
 * Rejects a question whose statements would hold too much text of goals: those of several products together, where it is about
 * goals, and every goal once more for each condition that names it. Statements are made without a pause, so the goals of 50 products
 * kept all other requests waiting for seconds.
 */
export function assertGoalsFit(
  { goals, parts }: Asked,
  filters: readonly Alternatives[],
  { isAboutGoals }: { readonly isAboutGoals: boolean },
): void {
  const known = parts?.flatMap((part) => part.goals) ?? goals
  const conditions = filters.flat().filter(({ dimension }) => dimension === 'goal')
  // A single product has no more than its settings hold.
  const isCounted = parts !== undefined && (isAboutGoals || conditions.length > 0)
  const counted = isCounted ? Math.max(charactersOf(known), charactersOf(goals)) : 0
  if (counted > CHARACTERS_MAX)
    throw new InvalidRequest([
      {
        path: 'product',
        message: `must be products whose goals have at most ${CHARACTERS_MAX} characters together, not ${counted}; ask for fewer products`,
      },
    ])
  const named = conditions.reduce((sum, condition) => sum + charactersOf(namedGoals(known, condition)), 0)
  if (counted + named > CHARACTERS_MAX)
    throw new InvalidRequest([
      {
        path: 'filters',
        message: `must name goals of at most ${CHARACTERS_MAX} characters in all, those of several products included, not ${counted + named}; name fewer goals`,
      },
    ])
}

function charactersOf(goals: readonly GoalOfProducts[]): number {
  return goals.reduce((sum, goal) => sum + charactersOfGoal(goal), 0)
}

function charactersOfGoal(goal: GoalOfProducts): number {
  const { name, event = '', path_pattern = '', products = [] } = goal
  const ofProperties = propertiesOf(goal).reduce((sum, one) => sum + one.name.length + one.value.length, 0)
  return (
    CHARACTERS_OF_GOAL +
    [name, event, path_pattern].reduce((sum, text) => sum + text.length, 0) +
    ofProperties +
    products.length * CHARACTERS_OF_PRODUCT
  )
}
