import type { LanguageTexts } from '../language-texts.ts'

export const de: LanguageTexts = {
  texts: {
    'common.back_to_sign_in': 'Zurück zur Anmeldung',
    'common.continue': 'Weiter',
    'common.email': 'E-Mail',
    'common.or': 'oder',
    'common.password': 'Passwort',
    'common.password_hint':
      '{least} bis {most} Zeichen, kein häufiges Passwort. Am besten ein paar Wörter, die nichts miteinander zu tun haben.',
    'common.sign_in': 'Anmelden',
    'common.sign_out': 'Abmelden',
    'common.try_again': '{title}: bitte noch einmal',

    'sign_in.title': 'Anmelden',
    'sign_in.for_app': 'Eine App möchte sich mit deinem Konto verbinden.',
    'sign_in.forgot': 'Passwort vergessen?',
    'sign_in.no_account': 'Kein Konto? Frag einen Inhaber eines Produkts oder den Betreiber dieses Dienstes.',
    'sign_in.with_provider': 'Weiter mit {name}',
    'sign_in.with_passkey': 'Passkey verwenden',
    'sign_in.wrong': 'E-Mail oder Passwort ist falsch.',
    'sign_in.no_passkey':
      'Es wurde kein Passkey verwendet. Versuch es noch einmal oder melde dich mit deinem Passwort an.',
    'sign_in.passkey_failed':
      'Der Passkey konnte nicht verwendet werden. Versuch es noch einmal oder melde dich mit deinem Passwort an.',
    'sign_in.passkey_rejected':
      'Mit diesem Passkey kannst du dich hier nicht anmelden. Versuch es noch einmal oder melde dich mit deinem Passwort an.',

    'signed_in.title': 'Angemeldet',
    'signed_in.heading': 'Du bist angemeldet',
    'signed_in.as': 'als <strong>{name}</strong>, {email}',
    'signed_in.sign_out_everywhere': 'Überall abmelden',
    'signed_in.everywhere_hint': '„Überall“ meint alle Browser. Verbundene Apps behalten ihren Zugriff.',

    'sign_up.title': 'Erstes Konto erstellen',
    'sign_up.hint': 'Diesem Konto gehören die Produkte, die bei der Einrichtung entstehen.',
    'sign_up.setup_code': 'Einrichtungscode',
    'sign_up.setup_code_hint': 'Der Dienst schreibt ihn beim Start in sein Log.',
    'sign_up.setup_code_wrong': 'Der Einrichtungscode ist falsch. Gib den ein, der im Log des Dienstes steht.',
    'sign_up.name': 'Name',
    'sign_up.create': 'Konto erstellen',
    'sign_up.name_invalid': 'Gib einen Namen mit 1 bis 120 Zeichen ein.',
    'sign_up.email_invalid': 'Gib eine gültige E-Mail-Adresse ein.',
    'sign_up.password_invalid': 'Dieses Passwort ist nicht möglich. {hint}',
    'sign_up.closed': 'Die Registrierung ist geschlossen',
    'sign_up.closed_hint': 'Das erste Konto gibt es schon. Bitte einen Inhaber eines Produkts, dich einzuladen.',

    'second_factor.title': 'Zweiter Faktor',
    'second_factor.code': 'Code',
    'second_factor.recovery_code': 'Wiederherstellungscode',
    'second_factor.instruction_authenticator':
      'Gib den Code aus deiner Authenticator-App oder einen Wiederherstellungscode ein.',
    'second_factor.instruction_passkey': 'Verwende deinen Passkey oder gib einen Wiederherstellungscode ein.',
    'second_factor.instruction_recovery_code': 'Gib einen Wiederherstellungscode ein.',
    'second_factor.lost':
      'Zweiten Faktor verloren? Verwende einen Wiederherstellungscode oder frag den Betreiber dieses Dienstes.',
    'second_factor.other_account': 'Mit einem anderen Konto anmelden',
    'second_factor.wrong':
      'Der Code ist falsch oder wurde schon verwendet. Gib den neuesten Code deiner App oder einen Wiederherstellungscode ein.',

    'set_up_factor.title': 'Zweiten Faktor einrichten',
    'set_up_factor.hint':
      'Dieser Dienst verlangt einen. Scanne den Code mit einer Authenticator-App und gib dann den Code ein, den die App anzeigt.',
    'set_up_factor.qr_label': 'QR-Code für die Authenticator-App',
    'set_up_factor.enter_key': 'Oder gib diesen Schlüssel in der App ein: <code>{secret}</code>',
    'set_up_factor.code_from_app': 'Code aus der App',
    'set_up_factor.add_app': 'Authenticator-App hinzufügen',
    'set_up_factor.add_passkey': 'Passkey hinzufügen',
    'set_up_factor.app_wrong':
      'Der Code ist falsch, oder diese Seite war zu lange offen. Scanne den neuen QR-Code und versuch es noch einmal.',
    'set_up_factor.passkey_wrong':
      'Der Passkey konnte nicht geprüft werden, oder diese Seite war zu lange offen. Versuch es noch einmal.',
    'set_up_factor.no_passkey':
      'Es wurde kein Passkey erstellt. Versuch es noch einmal oder verwende eine Authenticator-App.',
    'set_up_factor.passkey_failed':
      'Der Passkey konnte nicht erstellt werden. Versuch es noch einmal oder verwende eine Authenticator-App.',

    'recovery_codes.title': 'Wiederherstellungscodes',
    'recovery_codes.heading': 'Sichere deine Wiederherstellungscodes',
    'recovery_codes.hint':
      'Wenn du deinen zweiten Faktor verlierst, kannst du dich mit jedem dieser Codes einmal anmelden. Bewahre sie bei deinen Passwörtern auf: Sie werden nicht noch einmal angezeigt.',

    'forgot.title': 'Passwort vergessen?',
    'forgot.hint': 'Gib deine E-Mail-Adresse ein. Du bekommst einen Link, mit dem du ein neues Passwort wählst.',
    'forgot.send': 'Link senden',
    'forgot.email_missing': 'Gib eine E-Mail-Adresse ein.',
    'forgot.sent_title': 'Sieh in deinem Postfach nach',
    'forgot.sent':
      'Falls es ein Konto mit dieser Adresse gibt, haben wir einen Link für ein neues Passwort dorthin geschickt. Er gilt einmal, innerhalb einer Stunde.',
    'forgot.sent_hint':
      'Keine E-Mail? Prüfe den Spam-Ordner und die Adresse oder frag den Betreiber dieses Dienstes.',
    'forgot.no_mail':
      'Dieser Dienst kann keine E-Mails verschicken. Bitte den Betreiber, mit diesem Befehl ein neues Passwort zu setzen:',

    'reset.title': 'Neues Passwort wählen',
    'reset.hint':
      'Damit wirst du überall abgemeldet. Deine Zugriffstokens, erstellten Website-API-Schlüssel und verbundenen Apps werden beendet.',
    'reset.code': 'Code aus der E-Mail',
    'reset.new_password': 'Neues Passwort',
    'reset.set': 'Passwort setzen',
    'reset.request_new': 'Neuen Link anfordern',
    'reset.not_open':
      'Dieser Link kann nicht verwendet werden: Er ist unvollständig, älter als eine Stunde, schon verwendet oder durch einen neueren ersetzt, oder das Passwort wurde seitdem geändert. Fordere einen neuen an.',
    'reset.done_title': 'Passwort geändert',
    'reset.done': 'Alle Browser sind abgemeldet. Melde dich mit dem neuen Passwort an.',

    'consent.title': '{name} verbinden',
    'consent.heading': '„<name>{name}</name>“ verbinden?',
    'consent.unverified': 'Ungeprüfter Name',
    'consent.unverified_hint': 'von der App selbst gewählt',
    'consent.requests': 'Sie bittet um diese Berechtigungen',
    'consent.read': 'Lesen',
    'consent.change': 'Ändern',
    'consent.published_by': 'Veröffentlicht von',
    'consent.redirects_to': 'Leitet dich weiter zu',
    'consent.loopback':
      '<strong>Sie läuft auf diesem Computer.</strong> Jedes Programm darauf könnte sich als diese App ausgeben. Lass den Zugriff nur zu, wenn du die Verbindung selbst begonnen hast.',
    'consent.products': 'Produkte',
    'consent.products_hint':
      'Wähle mindestens eins. Der Zugriff reicht so weit wie deine Rolle und endet nach 90 Tagen.',
    'consent.no_products':
      '<strong>Du hast noch keine Produkte.</strong> Erstelle eins im <link>Dashboard</link> oder bitte einen Inhaber um eine Einladung. Verbinde dich dann noch einmal aus der App.',
    'consent.allow': 'Zulassen',
    'consent.deny': 'Ablehnen',
    'consent.signed_in_as': 'Du bist als {account} angemeldet.',
    'consent.limits': 'Beschränken, was diese App darf',
    'consent.limits_hint': 'Optional. Um das später zu ändern, trenne die App und verbinde sie neu.',
    'consent.read_only': 'Nur Lesen',
    'consent.preview_first': 'Vor jeder Änderung eine Vorschau verlangen',
    'consent.approval': 'Jede Änderung warten lassen, bis eine Person sie freigibt',
    'consent.toolsets': 'Nur diese Werkzeuggruppen',
    'consent.toolsets_hint': 'Wähle keine aus, um alle zuzulassen.',
    'consent.toolset_analytics': 'Statistik und Diagnose',
    'consent.toolset_settings': 'Einstellungen und Funnels',
    'consent.toolset_team': 'Team',
    'consent.toolset_content': 'Segmente, Anmerkungen, Warnungen und Berichte',
    'consent.problem_signed_in_again':
      'Du hast dich neu angemeldet, nachdem du diese Seite geöffnet hast. Prüfe sie und entscheide noch einmal.',
    'consent.problem_no_product': 'Wähle mindestens ein Produkt.',
    'consent.problem_not_member': 'Bei einem dieser Produkte bist du nicht mehr Mitglied. Wähle noch einmal.',
    'consent.problem_limits': 'Die Beschränkungen in diesem Formular sind ungültig. Wähle sie noch einmal.',

    'role.viewer': 'Betrachter',
    'role.editor': 'Bearbeiter',
    'role.admin': 'Admin',
    'role.owner': 'Inhaber',

    'scope.account:read': 'Dein Konto sehen: Name, E-Mail-Adresse und deine Produkte',
    'scope.products:read': 'Namen, Zeitzonen und deine Rolle bei den ausgewählten Produkten sehen',
    'scope.products:write': 'Produkte erstellen',
    'scope.analytics:read': 'Statistik lesen: Besucher, Seiten, Quellen, Ziele, Such- und Crawler-Berichte',
    'scope.diagnostics:read': 'Diagnose sehen: Zustand, Installation, Proxy, Anmerkungen und verbundene Anbieter',
    'scope.settings:read':
      'Einstellungen sehen: Domains, Apps, erfasste Ereignisse, Voreinstellungen, Ausschlüsse und Crawler',
    'scope.settings:write':
      'Einstellungen ändern: Namen, Domains, Apps, erfasste Ereignisse, Voreinstellungen, Ausschlüsse und Crawler',
    'scope.funnels:read': 'Funnels und ihre Ergebnisse sehen',
    'scope.funnels:write': 'Funnels erstellen, ändern und löschen',
    'scope.content:read':
      'Gespeicherte Segmente, Warnungen und Berichte mit ihren Empfängern, Skriptfehler und Pfade sehen',
    'scope.content:write': 'Segmente, Anmerkungen, Warnungen und Berichte erstellen und ändern',
    'scope.team:read': 'Mitglieder sehen: Namen, E-Mail-Adressen und Rollen',
    'scope.team:write': 'Mitglieder einladen, ihre Rollen ändern und sie entfernen',
    'scope.keys:read': 'Die Liste der Website-API-Schlüssel sehen',
    'scope.keys:write': 'Website-API-Schlüssel erstellen und widerrufen',
    'scope.tokens:read': 'Die Liste der Kontotokens sehen',
    'scope.tokens:write': 'Kontotokens erstellen und widerrufen',

    'provider.no_email':
      '{name} hat deine E-Mail-Adresse nicht übermittelt. Erlaube das dort oder frag den Betreiber dieses Dienstes.',
    'provider.unverified_email':
      '{name} hat deine E-Mail-Adresse nicht bestätigt. Bestätige sie dort und versuch es noch einmal.',
    'provider.no_account':
      'Zu deiner E-Mail-Adresse gibt es kein Konto. Frag einen Inhaber eines Produkts oder den Betreiber dieses Dienstes.',
    'provider.other_identity':
      'Das Konto mit deiner E-Mail-Adresse ist bei {name} mit einer anderen Person verknüpft. Frag den Betreiber dieses Dienstes.',
    'provider.disabled': 'Dein Konto ist deaktiviert. Frag den Betreiber dieses Dienstes.',
    'provider.other_person':
      'Du hast dich bei {name} als jemand angemeldet, der nicht mit deinem Konto verknüpft ist. Es wurde nichts bestätigt.',
    'provider.not_recent':
      '{name} hat nicht bestätigt, dass du dich dort gerade angemeldet hast. Melde dich stattdessen ab und neu an.',
    'provider.second_factor':
      'Dein Konto hat auch einen zweiten Faktor. Verwende deinen Passkey oder melde dich ab und neu an.',
    'provider.not_started_here': 'Diese Anmeldung wurde nicht in diesem Browser begonnen. Fang noch einmal an.',
    'provider.expired': 'Diese Anmeldung ist abgelaufen oder wurde schon verwendet. Fang noch einmal an.',
    'provider.unreachable': '{name} antwortet nicht. Versuch es in einer Minute noch einmal.',
    'provider.denied': '{name} hat dich nicht angemeldet. Versuch es noch einmal.',
    'provider.invalid':
      'Die Antwort von {name} konnte nicht geprüft werden. Versuch es noch einmal oder frag den Betreiber dieses Dienstes.',
    'provider.confirmed': 'Bestätigt',
    'provider.close_window': 'Schließe dieses Fenster, um fortzufahren.',

    'new_secret.title': 'Neues Secret',
    'new_secret.heading': 'Ein neues Secret für dich',
    'new_secret.hint':
      'Eine App mit einem Token von <strong>{name}</strong> ({email}) hat ein neues Token oder einen neuen API-Schlüssel erstellt. Das Secret wird nur einmal angezeigt. Leg vorher fest, wo du es aufbewahrst.',
    'new_secret.show': 'Secret anzeigen',
    'new_secret.not_you':
      'Wenn du das nicht wolltest, widerrufe das neue Token oder den neuen Schlüssel im Dashboard.',
    'new_secret.shown_heading': 'Dein neues Secret',
    'new_secret.shown':
      'Kopiere es jetzt: Es wird nicht noch einmal angezeigt, und die App, die es erstellen ließ, hat es nicht bekommen.',
    'new_secret.secret': 'Secret',
    'new_secret.shown_hint': 'Schreib es nicht in Unterhaltungen mit einem Agenten.',
    'new_secret.before_title': 'Secret schon angezeigt',
    'new_secret.before_heading': 'Dieses Secret wurde schon angezeigt',
    'new_secret.before':
      'Es wird einmal angezeigt und nicht aufbewahrt. Falls du es nicht gesehen hast, widerrufe das neue Token oder den neuen Schlüssel im Dashboard und erstelle ein weiteres Secret.',
    'new_secret.none_title': 'Kein Secret',
    'new_secret.none_heading': 'Hier ist kein Secret für dich',
    'new_secret.none':
      'Ein neues Secret kann zehn Minuten lang die Person sehen, in deren Namen es erstellt wurde. Falls du es verpasst hast, widerrufe das neue Token oder den neuen Schlüssel im Dashboard und erstelle ein weiteres Secret.',
    'new_secret.sign_in_again': 'Neu anmelden',
    'new_secret.sign_in_again_hint':
      'Ein neues Secret wird nur in den zehn Minuten nach einer Anmeldung gezeigt. Du bist als <strong>{email}</strong> angemeldet.',

    'unsubscribe.title': 'Abbestellen',
    'unsubscribe.ask': 'Diese E-Mails an <strong>{address}</strong> abbestellen?',
    'unsubscribe.ask_named': 'Die E-Mails von „{name}“ an <strong>{address}</strong> abbestellen?',
    'unsubscribe.all': 'Alle Berichte und Warnungen abbestellen',
    'unsubscribe.done_title': 'Abbestellt',
    'unsubscribe.done': '<strong>{address}</strong> bekommt diese E-Mails nicht mehr.',
    'unsubscribe.done_named': '<strong>{address}</strong> bekommt keine E-Mails von „{name}“ mehr.',
    'unsubscribe.done_all': '<strong>{address}</strong> bekommt keine Berichte und Warnungen dieses Dienstes mehr.',

    'share.not_found': 'Dieser Link funktioniert nicht',
    'share.not_found_hint':
      'Vielleicht wurde er beendet oder ist abgelaufen, oder die Adresse ist unvollständig. Frag die Person, die ihn dir geschickt hat.',

    'not_found.title': 'Seite nicht gefunden',
    'not_found.hint': 'Unter dieser Adresse gibt es keine Seite.',
    'not_found.products': 'Zu deinen Produkten',

    'error.invalid_request': 'Ungültige Anfrage',
    'error.invalid_request_hint':
      'In dieser Anfrage fehlt etwas, oder etwas ist ungültig. Geh zurück und versuch es noch einmal.',
    'error.invalid_token': 'Du bist nicht angemeldet',
    'error.invalid_token_hint': 'Melde dich an und öffne diese Seite noch einmal.',
    'error.role_forbidden': 'Deine Rolle erlaubt das nicht',
    'error.role_forbidden_hint': 'Frag einen Inhaber des Produkts.',
    'error.not_found': 'Nicht gefunden',
    'error.not_found_hint': 'Die Adresse ist unvollständig, oder was hier war, ist beendet.',
    'error.rate_limited': 'Zu viele Versuche',
    'error.rate_limited_hint': 'Warte ein paar Minuten und versuch es noch einmal.',
    'error.service_unavailable': 'Dienst nicht verfügbar',
    'error.service_unavailable_hint': 'Versuch es in einer Minute noch einmal.',
    'error.other': 'Etwas ist schiefgegangen',
    'error.other_hint':
      'Versuch es noch einmal. Falls es wieder passiert, frag den Betreiber dieses Dienstes.',

    'mail.hello': 'Hallo {name},',
    'mail.at': 'Zeitpunkt: {at}.',
    'mail.if_you': 'Wenn du das warst, musst du nichts tun.',
    'mail.advice_change_password':
      'Wenn nicht, ändere dein Passwort in Footfall und lass „Auch Tokens, Schlüssel und verbundene Apps widerrufen“ angekreuzt.',
    'mail.advice_reset_password':
      'Wenn nicht, setze dein Passwort auf der Anmeldeseite von Footfall zurück oder frag die Betreiber des Dienstes.',
    'mail.advice_factors':
      'Wenn nicht, ändere dein Passwort in Footfall und prüfe die zweiten Faktoren deines Kontos.',
    'mail.advice_provider':
      'Wenn nicht, wende dich an die Betreiber des Dienstes: Jemand kann sich dort mit deiner Adresse anmelden.',
    'mail.token_created_subject': 'Neues Zugriffstoken in deinem Footfall-Konto',
    'mail.token_created': 'In deinem Konto wurde das Zugriffstoken „{name}“ ({prefix}…) erstellt.',
    'mail.token_replaced_subject': 'Zugriffstoken in deinem Footfall-Konto ersetzt',
    'mail.token_replaced': 'Das Zugriffstoken „{name}“ deines Kontos hat ein neues Secret ({prefix}…).',
    'mail.key_created_subject': 'Neuer Website-API-Schlüssel aus deinem Footfall-Konto',
    'mail.key_created':
      'Mit deinem Konto wurde der Schlüssel „{name}“ ({prefix}…) des Produkts „{product}“ erstellt.',
    'mail.connection_allowed_subject': 'Neue verbundene App in deinem Footfall-Konto',
    'mail.connection_allowed':
      'Eine App, die sich „{client}“ nennt, darf {products, plural, one {ein Produkt} other {# Produkte}} deines Kontos verwenden.',
    'mail.second_factor_added_subject': 'Neuer zweiter Faktor in deinem Footfall-Konto',
    'mail.second_factor_added': '{factor} wurde deinem Konto als zweiter Faktor hinzugefügt.',
    'mail.second_factor_removed_subject': 'Zweiter Faktor aus deinem Footfall-Konto entfernt',
    'mail.second_factor_removed': '{factor} wurde aus deinem Konto entfernt.',
    'mail.recovery_codes_replaced_subject': 'Neue Wiederherstellungscodes für dein Footfall-Konto',
    'mail.recovery_codes_replaced':
      'Für dein Konto wurden neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.',
    'mail.recovery_code_used_subject': 'Ein Wiederherstellungscode deines Footfall-Kontos wurde verwendet',
    'mail.recovery_code_used':
      'Anstelle deines zweiten Faktors wurde ein Wiederherstellungscode verwendet. Unbenutzte Codes: {left}.',
    'mail.second_factors_reset_subject': 'Zweite Faktoren aus deinem Footfall-Konto entfernt',
    'mail.second_factors_reset':
      'Die Betreiber des Dienstes haben die Authenticator-App, die Passkeys und die Wiederherstellungscodes deines Kontos entfernt, und alle Browser wurden abgemeldet.',
    'mail.provider_linked_subject': 'Neue Anmeldemöglichkeit für dein Footfall-Konto',
    'mail.provider_linked':
      'Bei deinem Konto kann man sich jetzt mit {provider} anmelden. {provider} hat deine Adresse bestätigt.',
    'mail.password_changed_subject': 'Dein Footfall-Passwort wurde geändert',
    'mail.password_changed': 'Das Passwort deines Kontos wurde geändert, und alle anderen Browser wurden abgemeldet.',
    'mail.password_reset_subject': 'Dein Footfall-Passwort wurde zurückgesetzt',
    'mail.password_reset': 'Das Passwort deines Kontos wurde zurückgesetzt, und alle Browser wurden abgemeldet.',
    'mail.ended_none': 'Zugriffstokens, Website-API-Schlüssel und verbundene Apps funktionieren weiter.',
    'mail.ended':
      'Damit beendet – Zugriffstokens: {tokens}, Website-API-Schlüssel: {keys}, verbundene Apps: {connections}.',
    'mail.reset_subject': 'Footfall-Passwort zurücksetzen',
    'mail.reset_asked': 'Jemand möchte das Passwort deines Footfall-Kontos zurücksetzen.',
    'mail.reset_not_you': 'Wenn du das nicht warst, musst du nichts tun: Dein Passwort bleibt, wie es ist.',
    'mail.reset_link':
      'Um ein neues Passwort zu wählen, öffne innerhalb einer Stunde diesen Link. Er gilt einmal; gib ihn nicht weiter.',
    'mail.invitation_subject': 'Du bist zu {product} auf Footfall eingeladen',
    'mail.invitation': '{inviter} ({email}) lädt dich zur Statistik von {product} ein. Deine Rolle: {role}.',
    'mail.invitation_unknown':
      'Wenn dir diese Person unbekannt ist, ignoriere diese E-Mail: Sie gibt niemandem Zugriff.',
    'mail.invitation_link':
      'Um anzunehmen, öffne innerhalb von {days} Tagen diesen Link. Er ist nur für dich: Gib ihn nicht weiter.',
  },

  labels: {
    metric_visitors: 'Besucher',
    metric_visits: 'Besuche',
    metric_pageviews: 'Seitenaufrufe',
    metric_events: 'Ereignisse',
    metric_views_per_visit: 'Aufrufe pro Besuch',
    metric_bounce_rate: 'Absprungrate',
    metric_visit_duration: 'Besuchsdauer',
    metric_conversions: 'Conversions',
    metric_conversion_rate: 'Conversion-Rate',
    metric_revenue: 'Umsatz',
    metric_revenue_per_visitor: 'Umsatz pro Besucher',
    metric_time_on_page: 'Verweildauer',
    metric_scroll_depth: 'Scrolltiefe',
    metric_lcp: 'LCP',
    metric_inp: 'INP',
    metric_cls: 'CLS',
    metric_ttfb: 'TTFB',
    metric_fcp: 'FCP',
    metric_errors: 'Fehler',
    dimension_page: 'Seite',
    dimension_title: 'Seitentitel',
    dimension_entry_page: 'Einstiegsseite',
    dimension_exit_page: 'Ausstiegsseite',
    dimension_next_page: 'Nächste Seite',
    dimension_previous_page: 'Vorige Seite',
    dimension_hostname: 'Hostname',
    dimension_channel: 'Kanal',
    dimension_source: 'Quelle',
    dimension_referrer: 'Referrer',
    dimension_utm_source: 'UTM-Source',
    dimension_utm_medium: 'UTM-Medium',
    dimension_utm_campaign: 'UTM-Kampagne',
    dimension_utm_content: 'UTM-Content',
    dimension_utm_term: 'UTM-Term',
    dimension_country: 'Land',
    dimension_region: 'Region',
    dimension_city: 'Stadt',
    dimension_language: 'Sprache',
    dimension_device: 'Gerät',
    dimension_browser: 'Browser',
    dimension_browser_version: 'Browserversion',
    dimension_os: 'Betriebssystem',
    dimension_os_version: 'Betriebssystemversion',
    dimension_screen_size: 'Bildschirmgröße',
    dimension_bounced: 'Abgesprungen',
    dimension_visit_duration: 'Besuchsdauer',
    dimension_visit_pageviews: 'Seitenaufrufe des Besuchs',
    dimension_visit_events: 'Ereignisse des Besuchs',
    dimension_traffic: 'Traffic',
    dimension_weekday: 'Wochentag',
    dimension_hour_of_day: 'Uhrzeit',
    dimension_visitor_type: 'Besuchertyp',
    dimension_first_seen_week: 'Woche des ersten Besuchs',
    dimension_weeks_since_first: 'Wochen seit dem ersten Besuch',
    dimension_event: 'Ereignis',
    dimension_goal: 'Ziel',
    dimension_product: 'Produkt',
    value_channel_direct: 'Direkt',
    value_channel_organic_search: 'Organische Suche',
    value_channel_paid_search: 'Bezahlte Suche',
    value_channel_organic_social: 'Organisch: Social',
    value_channel_paid_social: 'Bezahlt: Social',
    value_channel_organic_video: 'Organisch: Video',
    value_channel_paid_video: 'Bezahlt: Video',
    value_channel_organic_shopping: 'Organisch: Shopping',
    value_channel_paid_shopping: 'Bezahlt: Shopping',
    value_channel_ai_assistants: 'KI-Assistenten',
    value_channel_email: 'E-Mail',
    value_channel_display: 'Display',
    value_channel_affiliates: 'Affiliates',
    value_channel_audio: 'Audio',
    value_channel_sms: 'SMS',
    value_channel_push_notifications: 'Push-Nachrichten',
    value_channel_cross_network: 'Netzwerkübergreifend',
    value_channel_paid_other: 'Bezahlt: Sonstige',
    value_channel_referral: 'Verweise',
    value_device_desktop: 'Desktop',
    value_device_mobile: 'Mobil',
    value_device_tablet: 'Tablet',
    value_device_tv: 'TV',
    value_device_console: 'Konsole',
    value_device_other: 'Sonstige',
    value_screen_size_mobile: 'Mobil',
    value_screen_size_tablet: 'Tablet',
    value_screen_size_laptop: 'Laptop',
    value_screen_size_desktop: 'Desktop',
    value_traffic_human: 'Menschen',
    value_traffic_suspected: 'mutmaßlich automatisiert',
    value_visitor_type_new: 'neu',
    value_visitor_type_returning: 'wiederkehrend',
  },
}
