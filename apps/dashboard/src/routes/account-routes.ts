import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountQuery, approvalsQuery, productsQuery, secondFactorsQuery } from '../api/queries.ts'
import { approvalQuery, connectionsQuery, sessionsQuery, tokensQuery } from '../pages/account/queries.ts'
import { rootRoute } from './root-route.tsx'

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(productsQuery), queryClient.ensureQueryData(accountQuery)]),
  component: lazyRouteComponent(() => import('../pages/account/account-layout.tsx'), 'AccountLayout'),
})

const start = createRoute({
  getParentRoute: () => account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile', replace: true })
  },
})

const profile = createRoute({
  getParentRoute: () => account,
  path: 'profile',
  component: lazyRouteComponent(() => import('../pages/account/profile/profile-page.tsx'), 'ProfilePage'),
})

const security = createRoute({
  getParentRoute: () => account,
  path: 'security',
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(secondFactorsQuery), queryClient.ensureQueryData(sessionsQuery)]),
  component: lazyRouteComponent(() => import('../pages/account/security/security-page.tsx'), 'SecurityPage'),
})

/** All pages about tokens use the same list. */
const tokens = createRoute({
  getParentRoute: () => account,
  path: 'tokens',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(tokensQuery),
})

const tokenList = createRoute({
  getParentRoute: () => tokens,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/account/tokens/tokens-page.tsx'), 'TokensPage'),
})

const newToken = createRoute({
  getParentRoute: () => tokens,
  path: 'new',
  component: lazyRouteComponent(() => import('../pages/account/tokens/new-token-page.tsx'), 'NewTokenPage'),
})

const oneToken = createRoute({
  getParentRoute: () => tokens,
  path: '$token',
  component: lazyRouteComponent(() => import('../pages/account/tokens/token-page.tsx'), 'TokenPage'),
})

const editToken = createRoute({
  getParentRoute: () => tokens,
  path: '$token/edit',
  component: lazyRouteComponent(() => import('../pages/account/tokens/edit-token-page.tsx'), 'EditTokenPage'),
})

const tokenTrusts = createRoute({
  getParentRoute: () => tokens,
  path: '$token/trusts',
  component: lazyRouteComponent(() => import('../pages/account/trusts/trusts-page.tsx'), 'TrustsPage'),
})

const apps = createRoute({
  getParentRoute: () => account,
  path: 'apps',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(connectionsQuery),
  component: lazyRouteComponent(() => import('../pages/account/apps/apps-page.tsx'), 'AppsPage'),
})

const approvals = createRoute({
  getParentRoute: () => account,
  path: 'approvals',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(approvalsQuery),
  component: lazyRouteComponent(() => import('../pages/account/approvals/approvals-page.tsx'), 'ApprovalsPage'),
})

const oneApproval = createRoute({
  getParentRoute: () => account,
  path: 'approvals/$approval',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(approvalQuery(params.approval)),
  component: lazyRouteComponent(() => import('../pages/account/approvals/approval-page.tsx'), 'ApprovalPage'),
})

const reports = createRoute({
  getParentRoute: () => account,
  path: 'reports',
  component: lazyRouteComponent(
    () => import('../pages/account/reports/account-reports-page.tsx'),
    'AccountReportsPage',
  ),
})

const activity = createRoute({
  getParentRoute: () => account,
  path: 'activity',
  component: lazyRouteComponent(
    () => import('../pages/account/activity/account-activity-page.tsx'),
    'AccountActivityPage',
  ),
})

export const accountRoutes = [
  account.addChildren([
    start,
    profile,
    security,
    tokens.addChildren([tokenList, newToken, oneToken, editToken, tokenTrusts]),
    apps,
    approvals,
    oneApproval,
    reports,
    activity,
  ]),
] as const
