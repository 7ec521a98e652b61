<?php
/**
 * Plugin Name:       Footfall
 * Description:       Counts the visits of this site with Footfall, without cookies.
 * Version:           1.0.0
 * Requires at least: 5.7
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       footfall
 *
 * @package Footfall
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

const FOOTFALL_OPTION = 'footfall_settings';

/** The attributes of the script that can be switched on, each with its label. */
function footfall_switches() {
	return array(
		'vitals'        => __( 'Measure how fast pages load', 'footfall' ),
		'errors'        => __( 'Count script errors', 'footfall' ),
		'no-outbound'   => __( 'Leave out links to other sites', 'footfall' ),
		'no-downloads'  => __( 'Leave out file downloads', 'footfall' ),
		'no-forms'      => __( 'Leave out submitted forms', 'footfall' ),
		'no-engagement' => __( 'Leave out time on page and scroll depth', 'footfall' ),
	);
}

/** The settings, with those that are missing filled in. */
function footfall_settings() {
	$defaults = array(
		'server'         => '',
		'product'        => '',
		'exclude_admins' => true,
		'switches'       => array(),
	);
	$saved    = get_option( FOOTFALL_OPTION );
	return is_array( $saved ) ? array_merge( $defaults, $saved ) : $defaults;
}

/** Whether this request is of an administrator who is to be left out. */
function footfall_is_excluded( array $settings ) {
	return $settings['exclude_admins'] && is_user_logged_in() && current_user_can( 'manage_options' );
}

/** Prints the script. WordPress escapes the attributes. */
function footfall_print_script() {
	$settings = footfall_settings();
	if ( '' === $settings['server'] || '' === $settings['product'] || footfall_is_excluded( $settings ) ) {
		return;
	}
	$attributes = array(
		'defer'        => true,
		'data-product' => $settings['product'],
		'src'          => $settings['server'] . '/js/footfall.js',
	);
	foreach ( array_keys( footfall_switches() ) as $name ) {
		if ( in_array( $name, $settings['switches'], true ) ) {
			$attributes[ 'data-' . $name ] = true;
		}
	}
	wp_print_script_tag( $attributes );
}
add_action( 'wp_head', 'footfall_print_script' );

/** Keeps what is valid of a submitted form. An address or a product that is not stays as it was. */
function footfall_sanitize( $input ) {
	$before = footfall_settings();
	$input  = is_array( $input ) ? $input : array();
	return array(
		'server'         => footfall_sanitize_server( $input, $before['server'] ),
		'product'        => footfall_sanitize_product( $input, $before['product'] ),
		'exclude_admins' => ! empty( $input['exclude_admins'] ),
		'switches'       => array_values(
			array_filter(
				array_keys( footfall_switches() ),
				static function ( $name ) use ( $input ) {
					return ! empty( $input['switches'][ $name ] );
				}
			)
		),
	);
}

/** The origin of the service. */
function footfall_sanitize_server( array $input, $before ) {
	$text = isset( $input['server'] ) && is_string( $input['server'] ) ? trim( $input['server'] ) : '';
	if ( '' === $text || preg_match( '#^https?://[a-z0-9.\-\[\]:]{1,260}/?$#i', $text ) ) {
		return rtrim( esc_url_raw( $text, array( 'http', 'https' ) ), '/' );
	}
	add_settings_error( FOOTFALL_OPTION, 'footfall_server', __( 'The address must be one such as https://stats.example.com.', 'footfall' ) );
	return $before;
}

/** The ID of a product. */
function footfall_sanitize_product( array $input, $before ) {
	$text = isset( $input['product'] ) && is_string( $input['product'] ) ? trim( $input['product'] ) : '';
	if ( '' === $text || preg_match( '/^prd_[A-Za-z0-9_-]{1,64}$/', $text ) ) {
		return $text;
	}
	add_settings_error( FOOTFALL_OPTION, 'footfall_product', __( 'The product must be an ID that begins with prd_.', 'footfall' ) );
	return $before;
}

/** Registers the settings and their page. */
function footfall_register_settings() {
	register_setting(
		FOOTFALL_OPTION,
		FOOTFALL_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'footfall_sanitize',
		)
	);
}
add_action( 'admin_init', 'footfall_register_settings' );

/** Adds Settings → Footfall. */
function footfall_add_page() {
	add_options_page( 'Footfall', 'Footfall', 'manage_options', 'footfall', 'footfall_render_page' );
}
add_action( 'admin_menu', 'footfall_add_page' );

/** One row of the form with a text field. */
function footfall_render_text( $name, $label, $value, $placeholder ) {
	printf(
		'<tr><th scope="row"><label for="footfall-%1$s">%2$s</label></th><td><input class="regular-text" id="footfall-%1$s" name="%3$s[%1$s]" placeholder="%4$s" type="text" value="%5$s" /></td></tr>',
		esc_attr( $name ),
		esc_html( $label ),
		esc_attr( FOOTFALL_OPTION ),
		esc_attr( $placeholder ),
		esc_attr( $value )
	);
}

/** A check box with its label; `$field` is its name within the settings. */
function footfall_render_checkbox( $field, $label, $checked ) {
	printf(
		'<p><label><input name="%1$s%2$s" type="checkbox" value="1"%3$s /> %4$s</label></p>',
		esc_attr( FOOTFALL_OPTION ),
		esc_attr( $field ),
		checked( $checked, true, false ), // phpcs:ignore WordPress.Security.EscapeOutput -- It is an attribute of WordPress.
		esc_html( $label )
	);
}

/** The page of the settings. */
function footfall_render_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = footfall_settings();
	echo '<div class="wrap"><h1>Footfall</h1><form action="options.php" method="post">';
	settings_fields( FOOTFALL_OPTION );
	echo '<table class="form-table" role="presentation">';
	footfall_render_text( 'server', __( 'Address of Footfall', 'footfall' ), $settings['server'], 'https://stats.example.com' );
	footfall_render_text( 'product', __( 'Product', 'footfall' ), $settings['product'], 'prd_…' );
	printf( '<tr><th scope="row">%s</th><td>', esc_html__( 'What is counted', 'footfall' ) );
	footfall_render_checkbox( '[exclude_admins]', __( 'Leave out administrators who are signed in', 'footfall' ), $settings['exclude_admins'] );
	foreach ( footfall_switches() as $name => $label ) {
		footfall_render_checkbox( "[switches][$name]", $label, in_array( $name, $settings['switches'], true ) );
	}
	echo '</td></tr></table>';
	submit_button();
	echo '</form></div>';
}
